/**
 * The parts of a campaign that guests can see, and the rules for when guests can approve the proof or request
 * changes.
 */

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
 * Whether guests can approve the proof or request changes now.
 * - not_asked: the member who shared the campaign didn't request a decision.
 * - no_proof: the service hasn't rendered the proof yet.
 * - no_draft: the campaign is no longer a draft.
 * - unreadable: the console can't read the content.
 * - signed_in: the browser is signed in to the console. Members make their decisions on the campaign's page
 *   instead.
 */
export type DecisionStatus = 'open' | 'not_asked' | 'no_proof' | 'no_draft' | 'unreadable' | 'signed_in';

export interface ReviewDecision {
  readonly decision: Decision;
  /** The name that the guest entered. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /**
   * Whether the decision covers the content that would be printed now. Null if the console can't read the
   * content.
   */
  readonly isCurrent: boolean | null;
  /** Whether the guest proved ownership of the email address. */
  readonly isVerified: boolean;
}

/** The number of digits in the code that a guest enters to verify an email address. */
export const GUEST_CODE_DIGITS = 6;
/** How long an emailed code is valid. */
export const GUEST_CODE_MINUTES = 10;
/** How many wrong codes a guest can enter before the correct code stops working. */
export const MAX_GUEST_CODE_ATTEMPTS = 5;
/**
 * How long a guest who entered an emailed code can make more decisions in the same browser without a new code.
 */
export const PROVEN_HOURS = 12;

export interface GuestReview {
  /** The name of the member who shared the campaign, or the member's email address if the name is unknown. */
  readonly by: string;
  /** The template's name. Undefined if the name is unknown. */
  readonly title: string | undefined;
  readonly size: string | undefined;
  /** The number of sides that have a thumbnail. */
  readonly sides: number;
  /** Whether there is a PDF proof. */
  readonly pdf: boolean;
  /** Milliseconds since the epoch. */
  readonly sharedAt: number;
  readonly until: number;
  /** The visible parts that have changed since a member shared the campaign. */
  readonly changed: readonly ReviewPart[];
  readonly decisionStatus: DecisionStatus;
  /**
   * The fingerprint of the content that would be printed. Identifies the content that the guest sees, because
   * a guest's decision covers only that content. Null if the console can't read the content.
   */
  readonly fingerprint: string | null;
  /** The email address to which the console sent a code, as long as the code works in this browser. */
  readonly codeSentTo: string | undefined;
  /** The latest decision that each guest made through this link, newest first. */
  readonly decisions: readonly ReviewDecision[];
  /**
   * The price. Null if the console can't read the price. The price, recipients, and metadata are undefined if
   * the link hides them.
   */
  readonly price?: { readonly calculation: string; readonly total: string } | null;
  readonly recipients?: { readonly count: number | undefined; readonly addresses: readonly ReviewAddress[] };
  readonly metadata?: Readonly<Record<string, string>>;
}

interface Decidable {
  readonly isSignedIn: boolean;
  readonly guestsDecide: boolean;
  readonly status: string | undefined;
  /** Whether there is a proof. Undefined if the console can't read the content. */
  readonly hasProof: boolean | undefined;
}

/**
 * Guests can approve a proof or request changes only while the campaign is a draft, because a queued campaign
 * can't be changed.
 */
export function decisionStatusOf({ isSignedIn, guestsDecide, status, hasProof }: Decidable): DecisionStatus {
  if (!guestsDecide) return 'not_asked';
  if (status !== 'draft') return 'no_draft';
  if (isSignedIn) return 'signed_in';
  if (hasProof === undefined) return 'unreadable';
  return hasProof ? 'open' : 'no_proof';
}

export type ReviewPart = 'proof' | 'recipients' | 'price';

/**
 * Returns the changed parts that a guest may see. Omits parts that the link hides. Counts a changed design as
 * a changed proof.
 */
export function visibleChanges(changed: readonly ContentPart[], visibleParts: VisibleParts): ReviewPart[] {
  const parts: ReviewPart[] = [];
  if (changed.includes('proof') || changed.includes('designs')) parts.push('proof');
  if (visibleParts.recipients && changed.includes('recipients')) parts.push('recipients');
  if (visibleParts.price && changed.includes('price')) parts.push('price');
  return parts;
}
