import { PROSE } from '#lib/contract/openapi/prose.ts';
import { isReadScope, type TokenScope } from '#lib/domain/api-token.ts';
import { type DateSettings, formatMoment } from './dates.ts';
import { formatPlural } from './text.ts';

/** Returns the name of the operation that a scope allows, such as "Get a campaign". */
export const scopeName = (scope: TokenScope): string => PROSE[scope].summary;

/** Returns what a token may do, such as "Read and write, 13 operations". */
export function describeAccess(scopes: readonly TokenScope[]): string {
  const reads = scopes.filter(isReadScope).length;
  const access = reads === scopes.length ? 'Read only' : reads === 0 ? 'Write only' : 'Read and write';
  return `${access}, ${formatPlural(scopes.length, 'operation')}`;
}

export interface TokenTimes {
  readonly state: 'live' | 'expired' | 'revoked';
  readonly expiresAt: number;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  readonly lastUsedFrom: string | null;
}

/** Describes the token's expiration or revocation, such as "Expires Jan 3, 2:30 PM EST". */
export function describeTokenEnd(
  { state, expiresAt, revokedAt }: TokenTimes,
  dateSettings: DateSettings,
  now: number,
): string {
  if (state === 'revoked') return `Revoked ${formatMoment(revokedAt ?? undefined, dateSettings, now)}`;
  return `${state === 'expired' ? 'Expired' : 'Expires'} ${formatMoment(expiresAt, dateSettings, now)}`;
}

/** Describes the token's last use, such as "Last used today, 2:30 PM EST from 203.0.113.7". */
export function describeLastUse(
  { lastUsedAt, lastUsedFrom }: TokenTimes,
  dateSettings: DateSettings,
  now: number,
): string {
  if (lastUsedAt === null) return 'Never used';
  const address = lastUsedFrom === null ? '' : ` from ${lastUsedFrom}`;
  return `Last used ${formatMoment(lastUsedAt, dateSettings, now)}${address}`;
}
