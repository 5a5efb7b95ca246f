/** The overview's data, from the campaign index or from the mail service. */
import type { CalendarSum } from '#lib/domain/calendar.ts';
import type { Freshness } from '#lib/domain/campaign-list.ts';
import { WORKLISTS, type Worklists } from '#lib/domain/worklist.ts';

/** The campaigns that go out on one day. */
interface WeekStripDay {
  /** Such as "2026-11-23". */
  readonly day: string;
  readonly sum: CalendarSum;
}

/** Data that is available only from the campaign index. */
export interface IndexedSummary {
  readonly week: {
    readonly days: readonly WeekStripDay[];
    readonly sum: CalendarSum;
    readonly isPartial: boolean;
  };
  /** The old drafts that are ready to check out. */
  readonly oldDrafts: { readonly count: number; readonly href: string };
  /** The number of drafts whose checkout hasn't been read yet. */
  readonly draftsWithoutCheckout: number;
  readonly guests: { readonly changes: number; readonly approved: number };
  readonly production: { readonly processing: number; readonly sent: number };
}

export interface OverviewData {
  readonly lists: Worklists;
  readonly freshness: Freshness;
  /** Undefined if the lists were read from the mail service, which returns only the newest campaigns. */
  readonly indexed: IndexedSummary | undefined;
  /**
   * If the lists were read from the mail service: how many drafts and queued campaigns exist, and how many of them were
   * read.
   */
  readonly live:
    | {
        readonly drafts: number;
        readonly readDrafts: number;
        readonly queued: number;
        readonly readQueued: number;
      }
    | undefined;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Returns true if it is certain that every list is empty: nothing is left out, every draft's payment state is
 * known, and the index is current.
 */
export function isAllCaughtUp({ lists, freshness, indexed, live }: Omit<OverviewData, 'now'>): boolean {
  const areListsEmpty = WORKLISTS.every((name) => {
    const { entries, count, isPartial } = lists[name];
    return entries.length === 0 && !count && !isPartial;
  });
  if (!areListsEmpty) return false;
  if (indexed) return indexed.draftsWithoutCheckout === 0 && freshness.state === 'current';
  return live !== undefined && live.drafts === live.readDrafts && live.queued === live.readQueued;
}
