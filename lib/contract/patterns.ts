/**
 * Regular expressions for inputs. The API description publishes each expression as a pattern, and validators in
 * other languages evaluate it. The expressions therefore don't use flags or lookaround.
 */
import { z } from 'zod';

const sourceOf = (pattern: RegExp): string => pattern.source.replace(/^\^|\$$/g, '');

const LABEL = '[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?';
/** ASCII email addresses. Stricter than JSON Schema's `email` format. */
export const EMAIL = new RegExp(
  `^[A-Za-z0-9_'+-]+(\\.[A-Za-z0-9_'+-]+)*@(${LABEL}\\.)+[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])$`,
);

/**
 * A host name. The last label can't start with a digit, because URL parsers read a name with a numeric last
 * label as an IPv4 address.
 */
const NAME = '([A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?\\.)*[A-Za-z_]([A-Za-z0-9_-]*[A-Za-z0-9_])?';
const HOST = `(${NAME}|${sourceOf(z.regexes.ipv4)}|\\[${sourceOf(z.regexes.ipv6)}\\])`;
const PORT = '(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4})';
/**
 * The part of a URL after its origin. Browsers treat a backslash as a slash, so the pattern doesn't allow backslashes.
 */
const REST = '([/?#][^\\u0000-\\u0020\\u007f\\\\]*)?';

/** Absolute http and https URLs without a user name or password. Paths can contain non-ASCII characters. */
export const HTTP_URL = new RegExp(`^https?://${HOST}(:${PORT})?${REST}$`);

/** Returns a pattern for absolute URLs with the given origin. */
export const urlsOfOrigin = (origin: string): RegExp =>
  new RegExp(`^${origin.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}${REST}$`);
