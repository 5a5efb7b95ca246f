export const SECRET_FIELD = /password$|^source$/;

/** Returns whether a form field contains a password or a card token. The console never sends these values back. */
export const isSecretField = (name: string): boolean => SECRET_FIELD.test(name);
