/** How long an invitation is valid. */
export const INVITATION_DAYS = 7;

/** How long the link that sets up a console without an admin is valid. */
export const SETUP_LINK_HOURS = 24;
