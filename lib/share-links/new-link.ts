/** Prepares a new share link, with the fingerprints of the campaign's current content. */
import 'server-only';
import type { Campaign } from '#lib/contract/resources.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import type { VisibleParts } from '#lib/domain/share-link.ts';
import type { NewShareLink } from '#lib/store/share-links.ts';
import { DAY_MS } from '#lib/time-units.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { readContentFingerprints } from './fingerprints.ts';
import { createNonce, deriveToken, hashShareToken } from './token.ts';

export interface NewLinkOptions {
  readonly label: string;
  readonly days: number;
  /** Null if the link has no password. */
  readonly passwordHash: string | null;
  readonly visibleParts: VisibleParts;
  readonly guestsDecide: boolean;
}

/**
 * Returns the row for a new link. Fails with `refused` and the code `no_proof_yet` if there is no proof yet.
 * @param campaign the campaign, which the caller must have just read
 * @param by the member who shares the campaign
 */
export async function prepareShareLink(
  campaign: Campaign,
  by: { readonly id: string; readonly email: string },
  { label, days, passwordHash, visibleParts, guestsDecide }: NewLinkOptions,
  deadline?: Deadline,
): Promise<Outcome<NewShareLink>> {
  const content = await readContentFingerprints(campaign, { fresh: true, deadline });
  if (!content.ok) return fail(toFileFailure(content.failure));
  if (content.value.proof === null) return fail({ kind: 'refused', status: 409, code: 'no_proof_yet' });
  const nonce = createNonce();
  return ok({
    campaignId: campaign.id,
    nonce,
    tokenHash: hashShareToken(deriveToken(nonce)),
    label,
    memberId: by.id,
    by: by.email,
    passwordHash,
    visibleParts,
    guestsDecide,
    fingerprints: content.value,
    expiresAt: new Date(Date.now() + days * DAY_MS),
  });
}

/** Replaces a `missing` failure, because a missing file doesn't mean that the campaign is missing. */
const toFileFailure = (failure: Failure): Failure =>
  failure.kind === 'missing' ? { kind: 'garbled' } : failure;
