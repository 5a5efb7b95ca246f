/** The number of days for which an invitation is valid. */
export const INVITATION_DAYS = 7;

/**
 * The number of hours for which a setup link is valid. A setup link sets up a console that doesn't have an
 * admin yet.
 */
export const SETUP_LINK_HOURS = 24;
