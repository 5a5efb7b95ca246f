/** The id of the edit page's form. */
export const EDITOR_FORM_ID = 'editor';
