/** The parts of a campaign that guests can see, and whether guests can approve the proof or request changes. */

import type { Decision } from './approval.ts';
import type { ContentPart, VisibleParts } from './share-link.ts';

/** A recipient's address as printed on the mailpiece. */
export interface ReviewAddress {
  readonly name: string | undefined;
  readonly company: string | undefined;
  readonly address_line1: string | undefined;
  readonly address_city: string | undefined;
  readonly address_state: string | undefined;
  readonly address_zip: string | undefined;
}

/**
 * Whether guests can decide now and, if not, why.
 * - not_asked: the link doesn't ask for a decision.
 * - no_proof: the service has no proof yet.
 * - no_draft: the campaign is no longer a draft.
 * - unreadable: the content can't be read.
 */
export type DecisionStatus = 'open' | 'not_asked' | 'no_proof' | 'no_draft' | 'unreadable';

export interface ReviewDecision {
  readonly decision: Decision;
  /** As the guest typed it. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Whether the decision covers the content that would be printed now. Null if that content can't be read. */
  readonly isCurrent: boolean | null;
}

export interface GuestReview {
  /** The name of the member who shared the campaign, or their email address if the name is unknown. */
  readonly by: string;
  /** Undefined if the template's name is unknown. */
  readonly title: string | undefined;
  readonly size: string | undefined;
  /** The number of sides with a thumbnail. */
  readonly sides: number;
  /** Whether there is a PDF proof. */
  readonly pdf: boolean;
  /** Milliseconds since the epoch. */
  readonly sharedAt: number;
  readonly until: number;
  /** Visible parts that have changed since the campaign was shared. */
  readonly changed: readonly ReviewPart[];
  readonly decisionStatus: DecisionStatus;
  /**
   * The fingerprint of the content that would be printed. A decision covers only the content the guest saw. Null if
   * the content can't be read.
   */
  readonly fingerprint: string | null;
  /** Each guest's latest decision made through this link, newest first. */
  readonly decisions: readonly ReviewDecision[];
  /** This part and the next two are present only if the link shows them. The price is null if it can't be read. */
  readonly price?: { readonly calculation: string; readonly total: string } | null;
  readonly recipients?: { readonly count: number | undefined; readonly addresses: readonly ReviewAddress[] };
  readonly metadata?: Readonly<Record<string, string>>;
}

interface Decidable {
  readonly guestsDecide: boolean;
  readonly status: string | undefined;
  /** Whether there is a proof. Undefined if the content can't be read. */
  readonly hasProof: boolean | undefined;
}

/** Guests can decide only on drafts, because a campaign can't be changed once it is queued. */
export function decisionStatusOf({ guestsDecide, status, hasProof }: Decidable): DecisionStatus {
  if (!guestsDecide) return 'not_asked';
  if (status !== 'draft') return 'no_draft';
  if (hasProof === undefined) return 'unreadable';
  return hasProof ? 'open' : 'no_proof';
}

export type ReviewPart = 'proof' | 'recipients' | 'price';

/**
 * Returns the changes that a guest may see. Leaves out parts that the link hides, and counts design changes as proof
 * changes.
 */
export function visibleChanges(changed: readonly ContentPart[], visibleParts: VisibleParts): ReviewPart[] {
  const parts: ReviewPart[] = [];
  if (changed.includes('proof') || changed.includes('designs')) parts.push('proof');
  if (visibleParts.recipients && changed.includes('recipients')) parts.push('recipients');
  if (visibleParts.price && changed.includes('price')) parts.push('price');
  return parts;
}
