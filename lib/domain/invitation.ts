/** The number of days for which an invitation is valid. */
export const INVITATION_DAYS = 7;

/**
 * The number of hours for which a setup link is valid. The recipient of a setup link becomes the console's
 * first admin.
 */
export const SETUP_LINK_HOURS = 24;
