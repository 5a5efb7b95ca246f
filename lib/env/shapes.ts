/**
 * Schemas for individual settings. Error messages never contain a setting's value, because some values are
 * secrets.
 */
import { isIP } from 'node:net';
import { z } from 'zod';
import { isRepetitive } from '#lib/domain/password-weakness.ts';
import { isRole, ROLES, type Role } from '#lib/domain/permissions.ts';
import { RATE_LIMITS } from '#lib/domain/rate-limits.ts';
import { type AddressRange, parseAddressRange } from '#lib/runtime/address-ranges.ts';

function parseUrl(text: string): URL | null {
  // The URL parser accepts spaces, tabs, and backslashes, but such characters in a setting are a mistake.
  if (/[\s\\]/.test(text)) return null;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    return null;
  return url;
}

/** Returns whether the host is this computer, in which case requests to the host don't cross a network. */
const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Whether requests to the URL are encrypted, or stay on this computer. */
const isPrivate = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || isLoopback(hostname);

/** Returns whether only this computer can use the URL. */
export const isLoopbackUrl = (text: string): boolean => isLoopback(URL.parse(text)?.hostname ?? '');
const HTTPS_REQUIRED =
  'must be an https URL, because anyone on the network can read http. Only this computer’s own addresses, such as http://127.0.0.1:3000, may use http';

export const serviceBase = (meaning: string) =>
  z.string({ error: `is missing: ${meaning}` }).transform((text, context) => {
    const url = parseUrl(text);
    if (url && isPrivate(url)) return url.href.replace(/\/+$/, '');
    context.addIssue(
      url ? HTTPS_REQUIRED : `must be an https URL without a user, query, or fragment: ${meaning}`,
    );
    return z.NEVER;
  });

const PUBLIC_ORIGIN = 'the console’s public URL, such as https://mailroom.example.com';
export const publicOrigin = z.string({ error: `is missing: ${PUBLIC_ORIGIN}` }).transform((text, context) => {
  const url = parseUrl(text);
  if (url && url.pathname === '/' && isPrivate(url)) return url.origin;
  context.addIssue(
    url && !isPrivate(url) ? HTTPS_REQUIRED : `must be an https origin without a path: ${PUBLIC_ORIGIN}`,
  );
  return z.NEVER;
});

const splitList = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '');

export const origins = z
  .string()
  .optional()
  .transform((text = '', context) =>
    splitList(text).map((part) => {
      const url = parseUrl(part);
      if (url && url.pathname === '/') return url.origin;
      context.addIssue('must be http or https origins, separated by commas');
      return z.NEVER;
    }),
  );

export const cardFieldsUrl = z
  .string()
  .transform((text, context) => {
    const url = parseUrl(text);
    if (url && isPrivate(url)) return url.href;
    context.addIssue(url ? HTTPS_REQUIRED : 'must be an https URL without a user, query, or fragment');
    return z.NEVER;
  })
  .optional();

/**
 * Returns whether the two URLs' pages get each other's cookies, which don't depend on the port. On this computer,
 * pages for trying the console may share cookies, but not an origin.
 */
export function haveCommonCookies(a: string, b: string): boolean {
  const [first, second] = [URL.parse(a), URL.parse(b)];
  if (first === null || first.hostname !== second?.hostname) return false;
  return !isLoopback(first.hostname) || first.origin === second.origin;
}

/** With any other sslmode, the connection may be unencrypted, or encrypted without certificate verification. */
const SSL_MODES = /^(verify-full|disable)$/;
const SSL_MODE_REQUIRED =
  'must say whether connections to another computer are encrypted. Add ?sslmode=verify-full to the URL, or ?sslmode=disable if no one else can read the network';

export const databaseUrl = z
  .string()
  .refine((text) => /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ''), {
    error: 'must be a postgres:// URL',
    abort: true,
  })
  .refine((text) => {
    const url = new URL(text);
    // A URL without a host refers to a socket on this computer.
    const isLocal = url.hostname === '' || isLoopback(url.hostname);
    return isLocal || SSL_MODES.test(url.searchParams.get('sslmode') ?? '');
  }, SSL_MODE_REQUIRED)
  .optional();
/** A number of seconds. */
export const databaseTimeout = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, 'must be a number of seconds from 1 to 999')
  .default('15')
  .transform(Number);

export const maxLargeRequests = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, 'must be a number from 1 to 999')
  .default('8')
  .transform(Number);

export const dataFolder = z.string().default('.data');

/** Parses a setting whose value must be `true` or `false`. */
export const flag = (byDefault: 'true' | 'false') =>
  z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default(byDefault)
    .transform((text) => text === 'true');

/** Compares two issuers and ignores trailing slashes, because providers may add or omit them. */
export const isSameIssuer = (a: string, b: string): boolean =>
  a.replace(/\/+$/, '') === b.replace(/\/+$/, '');

export const issuer = z
  .string()
  .transform((text, context) => {
    const url = parseUrl(text);
    if (url && isPrivate(url)) return text.replace(/\/+$/, '');
    context.addIssue('must be your identity provider’s https URL, without a query or fragment');
    return z.NEVER;
  })
  .optional();

export const printable = (max: number) =>
  z
    .string()
    .regex(/^\P{Cc}+$/u, 'must be one line of plain text')
    .max(max, `must have at most ${max} characters`)
    .optional();

export const domains = z
  .string()
  .optional()
  .transform((text = '', context) =>
    splitList(text.toLowerCase()).map((part) => {
      if (/^(?=.{4,253}$)([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d-]{2,63}$/.test(part)) return part;
      context.addIssue('must be domains such as example.com, separated by commas');
      return z.NEVER;
    }),
  );

export const role = z.enum(ROLES, { error: `must be one of ${ROLES.join(', ')}` }).default('viewer');

/**
 * Maps groups to roles. A group can contain equals signs, so only the last equals sign separates the group from
 * the role.
 */
export const roleMap = z
  .string()
  .optional()
  .transform((text = '', context): ReadonlyMap<string, Role> => {
    const pairs = text
      .split(',')
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const separator = part.lastIndexOf('=');
        return [part.slice(0, Math.max(separator, 0)).trim(), part.slice(separator + 1).trim()] as const;
      });
    const roles = new Map(pairs.filter((pair): pair is [string, Role] => pair[0] !== '' && isRole(pair[1])));
    if (roles.size === pairs.length) return roles;
    context.addIssue(
      `must be pairs of a group and a role, such as staff=viewer, separated by commas. The roles are ${ROLES.join(', ')}. A group can appear only once`,
    );
    return z.NEVER;
  });

export const addressRanges = z
  .string()
  .optional()
  .transform((text = '', context): readonly AddressRange[] =>
    splitList(text).map((part) => {
      const range = parseAddressRange(part);
      if (range) return range;
      context.addIssue(
        'must be IP addresses or networks, such as 10.0.0.1 or 10.0.0.0/24, separated by commas. A network can’t contain all addresses',
      );
      return z.NEVER;
    }),
  );

export const host = z
  .string()
  .refine(
    (text) => isIP(text) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text),
    'must be an IP address or a host name',
  )
  .default('127.0.0.1');

const MAX_SECRET_PATTERN = 16;
const MIN_DIFFERENT_CHARACTERS = 10;
const RANDOM_SECRET = 'at least 32 random characters, such as the output of `openssl rand -base64 32`';

export const secret = z
  .string({ error: `is missing. Use ${RANDOM_SECRET}` })
  .min(32, `must have ${RANDOM_SECRET}`)
  .refine(
    (text) => new Set(text).size >= MIN_DIFFERENT_CHARACTERS && !isRepetitive(text, MAX_SECRET_PATTERN),
    `is easy to guess, because it repeats characters. Use ${RANDOM_SECRET}`,
  );

/** Parses a number of hours, from one hour to one month. */
export const hours = (byDefault: number) =>
  z
    .string()
    .regex(/^\d{1,3}$/, 'must be a whole number of hours from 1 to 720')
    .transform(Number)
    .refine((count) => count >= 1 && count <= 720, 'must be a whole number of hours from 1 to 720')
    .default(byDefault);

const REQUESTS_ERROR = 'must be a whole number from 1 to 10000';
export const requestsPerMinute = z
  .string()
  .regex(/^\d{1,5}$/, REQUESTS_ERROR)
  .transform(Number)
  .refine((count) => count >= 1 && count <= 10_000, REQUESTS_ERROR)
  .default(RATE_LIMITS['api-token'].points);

const CALLS_ERROR = 'must be a whole number from 0 to 6000';

/** How many calls per minute the sync of the campaign index makes. 0 turns the sync off. */
export const syncCallsPerMinute = z
  .string()
  .regex(/^\d{1,4}$/, CALLS_ERROR)
  .transform(Number)
  .refine((count) => count <= 6_000, CALLS_ERROR)
  .default(120);

export interface BulkLimit {
  /** A number of campaigns. */
  readonly campaigns: number;
  /** An amount in minor units, such as cents, of any currency. */
  readonly amount: number;
}

/** A number of campaigns and an amount in whole currency units, such as "25,5000". */
export const bulkLimit = z
  .string()
  .regex(
    /^\s*\d{1,4}\s*,\s*\d{1,9}\s*$/,
    'must be a number of campaigns and an amount in whole currency units, such as 25,5000',
  )
  .default('25,5000')
  .transform((text): BulkLimit => {
    const [campaigns = 0, amount = 0] = text.split(',').map(Number);
    return { campaigns, amount: amount * 100 };
  });

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /**
   * True for smtps, where the connection is encrypted from the start. With smtp, STARTTLS turns on encryption
   * later.
   */
  readonly encrypted: boolean;
  readonly local: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

export const smtpServer = z
  .string()
  .transform((text, context): SmtpServer => {
    const server = parseSmtpUrl(text);
    if (server) return server;
    context.addIssue('must be an smtp:// or smtps:// URL, such as smtps://user:password@mail.example.com');
    return z.NEVER;
  })
  .optional();

function parseSmtpUrl(text: string): SmtpServer | null {
  const url = /[\s\\]/.test(text) ? null : URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return null;
  if (!/^\/?$/.test(url.pathname) || url.search || url.hash) return null;
  const encrypted = url.protocol === 'smtps:';
  try {
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (encrypted ? 465 : 587),
      encrypted,
      local: isLoopback(url.hostname),
      user: decodeURIComponent(url.username) || undefined,
      password: decodeURIComponent(url.password) || undefined,
    };
  } catch {
    // Decoding fails if the text contains a percent sign that doesn't encode a character.
    return null;
  }
}

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** An email address, alone or with a name: `mailroom@example.com` or `Mailroom <mailroom@example.com>`. */
export const sender = z
  .string()
  .transform((text, context): Sender => {
    const [, name = '', bracketed] = /^([^<>"\p{Cc}]*)<([^<>]+)>$/u.exec(text) ?? [];
    const address = z.email().safeParse((bracketed ?? text).trim());
    if (address.success) return { name: name.trim() || 'Mailroom', address: address.data };
    context.addIssue('must be an email address, such as Mailroom <mailroom@example.com>');
    return z.NEVER;
  })
  .optional();
