/** The form field with the token from lib/auth/form-token.ts. */
export const FORM_TOKEN_FIELD = 'form_token';

/** The request header in which the middleware passes the token to pages. */
export const FORM_TOKEN_HEADER = 'x-mailroom-form-token';
