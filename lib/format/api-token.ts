/** Text about API tokens. */
import { PROSE } from '#lib/contract/openapi/prose.ts';
import { isReadScope, type TokenScope } from '#lib/domain/api-token.ts';
import { type DateSettings, formatMoment } from './dates.ts';

/** Returns the name of the operation that a scope allows, such as "Get a campaign". */
export const scopeName = (scope: TokenScope): string => PROSE[scope].summary;

export const describeAccess = (scopes: readonly TokenScope[]): string =>
  scopes.every(isReadScope) ? 'Read only' : 'Read and write';

export interface TokenTimes {
  readonly state: 'live' | 'expired' | 'revoked';
  readonly expiresAt: number;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  readonly lastUsedFrom: string | null;
}

/** Returns when the token ends or ended, such as "Expires Jan 3, 2:30 PM". */
export function describeTokenEnd(
  { state, expiresAt, revokedAt }: TokenTimes,
  dateSettings: DateSettings,
  now: number,
): string {
  if (state === 'revoked') return `Revoked ${formatMoment(revokedAt ?? undefined, dateSettings, now)}`;
  return `${state === 'expired' ? 'Expired' : 'Expires'} ${formatMoment(expiresAt, dateSettings, now)}`;
}

/** Returns when and from where the token was last used. */
export function describeLastUse(
  { lastUsedAt, lastUsedFrom }: TokenTimes,
  dateSettings: DateSettings,
  now: number,
): string {
  if (lastUsedAt === null) return 'Never used';
  const address = lastUsedFrom === null ? '' : ` from ${lastUsedFrom}`;
  return `Last used ${formatMoment(lastUsedAt, dateSettings, now)}${address}`;
}
