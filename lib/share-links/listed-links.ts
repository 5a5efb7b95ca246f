/** Share links as members see them. */
import 'server-only';
import type { ContentFingerprints, ShareLink, Visits } from '#lib/domain/share-link.ts';
import { env } from '#lib/env/env.ts';
import { queryMemberEmails } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { queryVisitTotals, type ShareLinkRow } from '#lib/store/share-links.ts';
import { changedParts } from './fingerprints.ts';
import { recoverToken } from './token.ts';

/**
 * Adds the visits and the notified members to share links.
 * @param now the fingerprints of the current content, or null if the content can't be read
 */
export async function toShareLinks(
  rows: readonly ShareLinkRow[],
  now: ContentFingerprints | null,
): Promise<ShareLink[]> {
  const ids = rows.map(({ id }) => id);
  const db = await store();
  const [totals, emails] = await Promise.all([
    ids.length > 0 ? queryVisitTotals(db, ids) : [],
    queryMemberEmails(
      db,
      rows.flatMap(({ memberId }) => memberId ?? []),
    ),
  ]);
  const visits = new Map(
    totals.map(({ shareLinkId, times, networks, lastAt }): [string, Visits] => [
      shareLinkId,
      { times, networks, lastAt: lastAt?.getTime() ?? 0 },
    ]),
  );
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    by: row.by,
    notifies: emails.get(row.memberId ?? '') ?? null,
    url: linkState(row) === 'open' ? linkUrl(row) : null,
    visibleParts: row.visibleParts,
    guestsDecide: row.guestsDecide,
    hasPassword: row.passwordHash !== null,
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    revokedAt: row.revokedAt?.getTime() ?? null,
    state: linkState(row),
    changed: linkState(row) === 'open' && now ? changedParts(row.fingerprints, now) : null,
    visits: visits.get(row.id) ?? null,
  }));
}

export function linkState({ revokedAt, expiresAt }: ShareLinkRow): ShareLink['state'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt.getTime() <= Date.now() ? 'expired' : 'open';
}

/**
 * Returns a share link's URL. Returns null if the link was created with a secret that the console doesn't accept
 * anymore. Guests who already have the URL can still open it.
 */
export function linkUrl({ nonce, tokenHash }: ShareLinkRow): string | null {
  const token = recoverToken(nonce, tokenHash);
  return token === null ? null : `${env().origin}/share/${token}`;
}
