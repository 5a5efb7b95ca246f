/** What a campaign is shared as, and what guests decide about it. */
import { listed } from './text.ts';

/** What a shared page shows besides the proof. */
export interface ShareShows {
  readonly price: boolean;
  readonly recipients: boolean;
  readonly metadata: boolean;
}

/** How long a link opens. */
export const SHARE_DAYS = { usual: 14, most: 90 } as const;

/** The parts of a campaign that a link is pinned to, each as a hash. Null: the service had none yet. */
export interface SharedContent {
  readonly proof: string | null;
  readonly designs: string | null;
  readonly recipients: string | null;
  readonly price: string | null;
}

/** A part of a campaign that may have changed since it was shared. */
export type SharedPart = keyof SharedContent;

export type Verdict = 'approved' | 'changes';

/** What somebody is told by e-mail. */
export type NoticeKind = 'needs_person' | 'sent' | 'decided';

/** What a guest decided, as the team sees it. Everything but the verdict and the moment is the guest's own words. */
export interface GuestDecision {
  readonly id: string;
  readonly campaignId: number;
  readonly verdict: Verdict;
  readonly name: string;
  readonly email: string;
  readonly comment: string | null;
  /** Milliseconds. */
  readonly at: number;
  /** The label of the link that it was made through. */
  readonly through: string;
  /** Whether it is about what would be printed now. Null when that can't be told just now. */
  readonly holds: boolean | null;
}

/**
 * How a campaign stands with its guests. void: what the last one decided about is no longer what would be printed.
 * unread: what would be printed can't be read just now.
 */
export type Approval =
  | { readonly kind: 'none' }
  | { readonly kind: 'approved' | 'changes' | 'void' | 'unread'; readonly decision: GuestDecision };

/** @param decisions newest first. The last one about this very content counts; one about another is only remembered. */
export function approvalOf(decisions: readonly GuestDecision[]): Approval {
  const [latest] = decisions;
  if (!latest) return { kind: 'none' };
  const decision = decisions.find(({ holds }) => holds === true);
  if (decision) return { kind: decision.verdict, decision };
  return { kind: latest.holds === null ? 'unread' : 'void', decision: latest };
}

/** How often a shared page was looked at, and from how many networks. */
export interface Visits {
  readonly times: number;
  readonly networks: number;
  /** Milliseconds. */
  readonly lastAt: number;
}

/** A share link as the team sees it. */
export interface ShareLink {
  readonly id: string;
  readonly label: string;
  readonly by: string;
  /** Null where it can't be shown again, because the console's secret is another one now. */
  readonly url: string | null;
  readonly shows: ShareShows;
  readonly guestsDecide: boolean;
  readonly hasPassword: boolean;
  /** Milliseconds, these three. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
  readonly state: 'open' | 'expired' | 'revoked';
  /** What is no longer as it was shared. Null when that can't be told just now, or doesn't matter any more. */
  readonly changed: readonly SharedPart[] | null;
  readonly visits: Visits | null;
}

/** A network's visits in one hour. */
export interface VisitHour {
  /** Never a whole address. */
  readonly network: string;
  readonly times: number;
  /** Milliseconds. */
  readonly lastAt: number;
}

const PART_NAMES: Readonly<Record<SharedPart, string>> = {
  proof: 'the proof',
  designs: 'the design',
  recipients: 'the recipients',
  price: 'the price',
};

/** "the proof, the design and the price". */
export function partsInWords(parts: readonly SharedPart[]): string {
  return listed(parts.map((part) => PART_NAMES[part]));
}

/** "the proof and the price": what whoever opens the link sees. */
export function showsInWords({ price, recipients, metadata }: ShareShows): string {
  const parts = [
    'the proof',
    price && 'the price',
    recipients && 'the recipients',
    metadata && 'the metadata',
  ];
  const names = parts.filter((name) => name !== false);
  return names.length === 1 ? 'the proof only' : listed(names);
}
