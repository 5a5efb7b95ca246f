/** The limits for request bodies. A request that exceeds a limit is refused before it has fully arrived. */
import { MINUTE_MS } from '#lib/time-units.ts';

const KB = 1024;
const MB = 1024 * KB;

export interface BodyLimits {
  readonly bytes: number;
  /** The number of form fields, or of the names and values in JSON. */
  readonly fields: number;
}

/**
 * The limits for callers that aren't known to be members. Sign-in and guest forms are far below these limits.
 */
export const ANONYMOUS_LIMITS: BodyLimits = { bytes: 64 * KB, fields: 100 };
/** Requests above this size count as large. Only a few large requests can be in progress at a time. */
export const LARGE_BYTES = ANONYMOUS_LIMITS.bytes;
/** The maximum nesting depth of JSON. A route may have a lower limit. */
const MAX_DEPTH = 32;
/** How long a request may take to arrive. */
export const RECEIVE_MS = MINUTE_MS / 2;

/**
 * The size of the largest requests, which contain two designs. Leaves room for two URL-encoded designs of the
 * maximum size, because URL encoding can triple a design's length. Also leaves room for designs that are
 * slightly too large, so that the form can report them. The limit must stay below 10 MB, because Next silently
 * truncates larger bodies.
 */
export const DESIGN_REQUEST_BYTES = 7 * MB;

/** The limits for members. A route handler can have stricter rules and report which field is invalid. */
const MEMBER_LIMITS: readonly (readonly [path: RegExp, limits: BodyLimits])[] = [
  [/^\/api\/v[12]\//, { bytes: DESIGN_REQUEST_BYTES, fields: 2_000 }],
  [/^\/(files\/)?templates\//, { bytes: DESIGN_REQUEST_BYTES, fields: 1_000 }],
];
const OTHER_MEMBER_LIMITS: BodyLimits = { bytes: 256 * KB, fields: 1_000 };

/**
 * @param path the path as the client sent it. A path with an unusual encoding, such as percent-encoded letters, gets
 * the strictest limits.
 */
export const memberLimits = (path: string): BodyLimits =>
  MEMBER_LIMITS.find(([pattern]) => pattern.test(path))?.[1] ?? OTHER_MEMBER_LIMITS;

export type ExceededLimit = 'bytes' | 'fields' | 'depth';

/** Returns the limit that a body exceeds. Returns null if the body is within the limits. */
export function findExceededLimit(
  { bytes, fields, depth }: BodyLimits & { readonly depth: number },
  limits: BodyLimits,
): ExceededLimit | null {
  if (bytes > limits.bytes) return 'bytes';
  if (fields > limits.fields) return 'fields';
  return depth > MAX_DEPTH ? 'depth' : null;
}
