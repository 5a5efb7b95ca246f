/** The number of days for which an invitation is valid. */
export const INVITATION_DAYS = 7;

/** The number of hours for which a setup link is valid. A setup link creates the first admin of a console. */
export const SETUP_LINK_HOURS = 24;
