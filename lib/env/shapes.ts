/**
 * Schemas for individual settings, except URLs and the email server. Error messages never contain a setting's
 * value, because some values are secrets.
 */
import { isIP } from 'node:net';
import { z } from 'zod';
import { isRepetitive } from '#lib/domain/password-weakness.ts';
import { isRole, ROLES, type Role } from '#lib/domain/permissions.ts';
import { RATE_LIMITS } from '#lib/domain/rate-limits.ts';
import { type AddressRange, parseAddressRange } from '#lib/runtime/address-ranges.ts';
import { splitList } from './url-shapes.ts';

/** A number of seconds. */
export const databaseTimeout = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, 'must be a number of seconds from 1 to 999')
  .default('4')
  .transform(Number);

/** A number of connections. */
export const databasePool = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, 'must be a number of connections from 1 to 999')
  .default('10')
  .transform(Number);

/** How long the console may take to stop, in seconds. Includes `shutdownDelaySeconds`. */
export const shutdownSeconds = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, 'must be a number of seconds from 1 to 999')
  .default('25')
  .transform(Number);

/** How long the console accepts connections after SIGTERM, in seconds. */
export const shutdownDelaySeconds = z
  .string()
  .regex(/^(0|[1-9]\d{0,2})$/, 'must be a number of seconds from 0 to 999')
  .default('0')
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
  /** An amount in any currency's minor units, such as cents. */
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
