/** Shown once the time to cancel a scheduled campaign is over. */
export const TOO_LATE_TO_CANCEL = 'Too late to cancel';
