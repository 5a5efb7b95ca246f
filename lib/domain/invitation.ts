/** How many days an invitation is valid. */
export const INVITATION_DAYS = 7;

/** How many hours a setup link is valid. The recipient of a setup link becomes the console's first admin. */
export const SETUP_LINK_HOURS = 24;
