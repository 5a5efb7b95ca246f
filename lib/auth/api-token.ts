/**
 * An API token consists of the prefix mrm_ and 36 characters. The first 30 characters are random (178 bits).
 * The last 6 are a checksum, which reveals mistyped tokens without a database query and helps secret scanners
 * avoid false matches.
 */
import 'server-only';
import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'mrm_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** The token is shown once and never stored. */
export function createApiToken(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('');
  return PREFIX + random + checksumOf(random);
}

/** Returns whether the text looks like a token that the console created. */
export function isApiToken(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const random = text.slice(PREFIX.length, -CHECKSUM_LENGTH);
  return text.slice(-CHECKSUM_LENGTH) === checksumOf(random);
}

/** Returns the checksum in base 62. Its 32 bits fit in six digits. */
function checksumOf(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = (DIGITS[rest % DIGITS.length] ?? '') + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

export const hashApiToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Returns the token's last characters, which help members recognize the token. */
export const getTokenEnding = (token: string): string => token.slice(-4);

type RequestHeaders = Pick<Headers, 'get'>;

/**
 * Returns the token from the Authorization header. The token might be invalid or empty. Returns null if the
 * header is missing or has another scheme.
 */
export function readBearerToken(headers: RequestHeaders): string | null {
  const [scheme = '', ...rest] = (headers.get('authorization') ?? '').split(' ');
  return scheme.toLowerCase() === 'bearer' ? rest.join(' ').trim() : null;
}

/** Whether the request has an API token, valid or not. A request with an API token never uses a session. */
export const hasApiToken = (headers: RequestHeaders): boolean =>
  readBearerToken(headers)?.startsWith(PREFIX) ?? false;
