/** What a shared page shows to people without an account: all of it, and nothing else of the campaign. */

import type { FieldErrors } from '#lib/contract/wire.ts';
import type { Failure } from '#lib/outcome.ts';
import { describeFailure } from './failure.ts';
import type { SharedPart, ShareShows, Verdict } from './share.ts';
import { listed } from './text.ts';

/** An address as it stands on an envelope. */
export interface SharedAddress {
  readonly name: string | undefined;
  readonly company: string | undefined;
  readonly address_line1: string | undefined;
  readonly address_city: string | undefined;
  readonly address_state: string | undefined;
  readonly address_zip: string | undefined;
}

/** Why nobody can decide just now, or that they can. */
export type Deciding = 'open' | 'not_asked' | 'not_drawn' | 'no_draft' | 'unreadable';

export interface SharedDecision {
  readonly verdict: Verdict;
  /** As the guest wrote it. */
  readonly name: string;
  /** Milliseconds. */
  readonly at: number;
  /** Whether what would be printed is still what it was about. Null when that can't be told just now. */
  readonly holds: boolean | null;
}

export interface SharedPage {
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
  readonly changed: readonly ShownPart[];
  readonly deciding: Deciding;
  /** Of what will be printed: a decision is about the very content that the guest saw. Null when it can't be told. */
  readonly print: string | null;
  /** The last one of each guest, made through this link, the newest first. */
  readonly decisions: readonly SharedDecision[];
  /** These three only where the link shows them. */
  readonly price?: { readonly calculation: string; readonly total: string } | null;
  readonly recipients?: { readonly count: number | undefined; readonly addresses: readonly SharedAddress[] };
  readonly metadata?: Readonly<Record<string, string>>;
}

interface Decidable {
  readonly guestsDecide: boolean;
  readonly status: string | undefined;
  /** Undefined when what there is can't be read. */
  readonly isDrawn: boolean | undefined;
}

/** What is on its way to production can't be changed any more, so only drafts are decided about. */
export function decidingOf({ guestsDecide, status, isDrawn }: Decidable): Deciding {
  if (!guestsDecide) return 'not_asked';
  if (status !== 'draft') return 'no_draft';
  if (isDrawn === undefined) return 'unreadable';
  return isDrawn ? 'open' : 'not_drawn';
}

export type ShownPart = 'proof' | 'recipients' | 'price';

/** What may be said of changes: a part that the link doesn't show isn't named. The designs are the proof to a guest. */
export function shownParts(changed: readonly SharedPart[], shows: ShareShows): ShownPart[] {
  const parts: ShownPart[] = [];
  if (changed.includes('proof') || changed.includes('designs')) parts.push('proof');
  if (shows.recipients && changed.includes('recipients')) parts.push('recipients');
  if (shows.price && changed.includes('price')) parts.push('price');
  return parts;
}

/** "The proof and the price have changed". */
export function changesInWords(parts: readonly ShownPart[]): string {
  const names = listed(parts.map((part) => `the ${part}`));
  const isOne = parts.length === 1 && parts[0] !== 'recipients';
  return `${names.charAt(0).toUpperCase()}${names.slice(1)} ${isOne ? 'has' : 'have'} changed`;
}

/** Of what a guest can do nothing about: the service is nobody that they know. */
const LATER = 'It can’t be done just now, and nothing was recorded. Try again in a moment.';

const REFUSALS: Readonly<Record<string, string>> = {
  wrong_password: 'That isn’t the password of this link.',
  too_many_tries: 'Too many tries. Wait a quarter of an hour, then try again.',
  busy: 'Very many people are at this just now. Try again in a moment.',
  not_asked: 'This link asks for no decision. Nothing was recorded.',
  no_draft: 'It has gone on its way meanwhile, so it can’t be decided about any more. Nothing was recorded.',
  not_drawn: 'The proof is being drawn anew. Nothing was recorded: look at it when it is here.',
  content_changed:
    'It has changed since you opened this page, and nothing was recorded. This is how it is now: look at it again, then decide.',
};

/** What came of a guest's form, as it shows it. */
export function failedForGuest(failure: Failure): {
  readonly message?: string;
  readonly fields?: FieldErrors;
  readonly failure: Failure;
} {
  if (failure.kind === 'invalid') return { fields: failure.fields, failure };
  const code = failure.kind === 'refused' ? (failure.code ?? '') : '';
  const message = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
  if (code === 'wrong_password' && message) return { fields: { password: message }, failure };
  return {
    message: message ?? (failure.kind === 'forbidden' ? describeFailure(failure).title : LATER),
    failure,
  };
}
