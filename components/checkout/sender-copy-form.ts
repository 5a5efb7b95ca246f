/** The id of the GET form that toggles the sender's copy without JavaScript. */
export const SENDER_COPY_FORM_ID = 'sender-copy';
