/** What a guest sees of a campaign, and whether they can decide about it. */

import type { Decision } from './approval.ts';
import type { ContentPart, VisibleParts } from './share-link.ts';

/** An address as it stands on an envelope. */
export interface ReviewAddress {
  readonly name: string | undefined;
  readonly company: string | undefined;
  readonly address_line1: string | undefined;
  readonly address_city: string | undefined;
  readonly address_state: string | undefined;
  readonly address_zip: string | undefined;
}

/** Why nobody can decide just now, or that they can. */
export type DecisionStatus = 'open' | 'not_asked' | 'not_drawn' | 'no_draft' | 'unreadable';

export interface ReviewDecision {
  readonly decision: Decision;
  /** As the guest wrote it. */
  readonly name: string;
  /** Milliseconds. */
  readonly at: number;
  /** Whether what would be printed is still what it was about. Null when that can't be told just now. */
  readonly isCurrent: boolean | null;
}

export interface GuestReview {
  /** The member who shared it. */
  readonly by: string;
  /** Undefined when the template's name isn't known. */
  readonly title: string | undefined;
  readonly size: string | undefined;
  /** How many sides have a picture, and whether there is a PDF. */
  readonly sides: number;
  readonly pdf: boolean;
  /** Milliseconds. */
  readonly sharedAt: number;
  readonly until: number;
  /** Parts shown here that are no longer what they were when it was shared. */
  readonly changed: readonly ReviewPart[];
  readonly decisionStatus: DecisionStatus;
  /** Of what will be printed: a decision is about the very content that the guest saw. Null when it can't be told. */
  readonly fingerprint: string | null;
  /** The last one of each guest, made through this link, the newest first. */
  readonly decisions: readonly ReviewDecision[];
  /** These three only where the link shows them. */
  readonly price?: { readonly calculation: string; readonly total: string } | null;
  readonly recipients?: { readonly count: number | undefined; readonly addresses: readonly ReviewAddress[] };
  readonly metadata?: Readonly<Record<string, string>>;
}

interface Decidable {
  readonly guestsDecide: boolean;
  readonly status: string | undefined;
  /** Undefined when what there is can't be read. */
  readonly isDrawn: boolean | undefined;
}

/** What is on its way to production can't be changed any more, so only drafts are decided about. */
export function decisionStatusOf({ guestsDecide, status, isDrawn }: Decidable): DecisionStatus {
  if (!guestsDecide) return 'not_asked';
  if (status !== 'draft') return 'no_draft';
  if (isDrawn === undefined) return 'unreadable';
  return isDrawn ? 'open' : 'not_drawn';
}

export type ReviewPart = 'proof' | 'recipients' | 'price';

/** What may be said of changes: a part that the link doesn't show isn't named. The designs are the proof to a guest. */
export function visibleChanges(changed: readonly ContentPart[], shows: VisibleParts): ReviewPart[] {
  const parts: ReviewPart[] = [];
  if (changed.includes('proof') || changed.includes('designs')) parts.push('proof');
  if (shows.recipients && changed.includes('recipients')) parts.push('recipients');
  if (shows.price && changed.includes('price')) parts.push('price');
  return parts;
}
