/** Shown once it's too late to cancel a scheduled campaign. */
export const TOO_LATE_TO_CANCEL = 'Too late to cancel';
