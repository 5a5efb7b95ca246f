export const DIALOG_ID = 'email-dialog';
export const CHANGE_EMAIL_TITLE = 'Change email';
export const CANCEL_LABEL = 'Cancel';
