/**
 * The cost of new password hashes: one of the scrypt settings that OWASP recommends. Each hash uses 32 MB and
 * takes about 0.1 s. The cost is a constant, not a setting, so no environment variable can weaken the hashes.
 * Most tests replace this module, because they hash hundreds of passwords.
 */
export const PASSWORD_COST = { N: 2 ** 15, r: 8, p: 3 };
