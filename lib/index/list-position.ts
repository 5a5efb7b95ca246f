/**
 * Reads a list page by page. If the mail service fails to describe an item, the whole page is unreadable. The
 * page is then read in smaller parts, down to single items, so that the task skips only this item. Each call
 * moves the position, so even a task that is interrupted after every call gets past the page.
 */
import 'server-only';
import { type Failure, type Outcome, ok } from '#lib/domain/outcome.ts';
import { log } from '#lib/log.ts';
import { isItemFailure } from './item-failures.ts';

/**
 * The maximum number of items that a task reads from one list. The task ends even if the list grows faster
 * than it can be read.
 */
const MAX_ITEMS = 2_000_000;
/** If more than this many items in a row can't be read, the list itself can't be read. */
const MAX_SKIPPED = 5;

/**
 * Where a task continues reading a list: after `offset` items. `level` is 0 for full pages, 1 for parts of
 * pages, and 2 for single items. `skipped` is the number of items that were skipped just before this
 * position.
 */
export type ListPosition = Readonly<Record<(typeof LIST_POSITION_KEYS)[number], number>>;

export const LIST_POSITION_KEYS = ['offset', 'level', 'skipped'] as const;
export const START_OF_LIST: ListPosition = { offset: 0, level: 0, skipped: 0 };

interface Page<T> {
  readonly items: readonly T[];
  readonly total_count: number;
  readonly total_pages: number;
}

export interface ListPart<T> {
  /** Null if the part couldn't be read. */
  readonly page: Page<T> | null;
  /** Null at the end of the list. */
  readonly next: ListPosition | null;
}

/** The sizes of full pages, of parts of pages, and of single items. Each is a multiple of the next one. */
const sizesOf = (perPage: number): readonly number[] => [perPage, Math.max(1, perPage / 10), 1];

/**
 * Reads the page at a position.
 * @param perPage the number of items on a full page, which must be a multiple of 10
 * @returns null if the task must stop. A returned failure affects all calls or the whole list.
 */
export async function readListPart<T>(
  position: ListPosition,
  perPage: number,
  readPage: (page: { readonly page: number; readonly per_page: number }) => Promise<Outcome<Page<T>> | null>,
): Promise<Outcome<ListPart<T>> | null> {
  const { offset, level } = position;
  const size = sizesOf(perPage)[level] ?? 1;
  const number = offset / size + 1;
  const list = await readPage({ page: number, per_page: size });
  if (list === null) return null;
  if (!list.ok) return retreat(position, perPage, list.failure);
  const page = list.value;
  // An empty page is the end of a list, even if the list has grown shorter since `total_pages` was counted.
  const isLast = page.items.length === 0 || number >= page.total_pages || offset + size >= MAX_ITEMS;
  return ok({ page, next: isLast ? null : positionAt(offset + size, perPage, 0) });
}

function retreat(
  { offset, level, skipped }: ListPosition,
  perPage: number,
  failure: Failure,
): Outcome<ListPart<never>> {
  if (!isItemFailure(failure) || failure.kind === 'missing') return { ok: false, failure };
  if (level < 2) return ok({ page: null, next: { offset, level: level + 1, skipped } });
  if (skipped >= MAX_SKIPPED) return { ok: false, failure };
  log().warn({ item: offset + 1, failure: failure.kind }, 'the index sync skipped an item of a list');
  return ok({ page: null, next: positionAt(offset + 1, perPage, skipped + 1) });
}

/** Continues with the largest pages that begin at the offset. */
const positionAt = (offset: number, perPage: number, skipped: number): ListPosition => ({
  offset,
  level: sizesOf(perPage).findIndex((size) => offset % size === 0),
  skipped,
});
