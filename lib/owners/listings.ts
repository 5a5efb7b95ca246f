/** The two listings that whole pages lean on, customers and templates, read page by page and kept for a while. */
import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Customer, Template } from '#lib/contract/resources.ts';
import { inParallel } from '#lib/runtime/parallel.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { type CallResult, readFromService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { pageDeadline } from '#lib/upstream/responsiveness.ts';

const AT_ONCE = 8;
const PATIENCE_MS = 3_000;

interface Page<T> {
  readonly items: readonly T[];
  readonly total_pages: number;
}

interface Listing<T> {
  readonly items: readonly T[];
  /** Whether the service has no more of them than were read. */
  readonly isWhole: boolean;
}

async function everyPage<T>(
  maxPages: number,
  readPage: (page: number) => Promise<CallResult<Page<T>>>,
): Promise<CallResult<Listing<T>>> {
  const first = await readPage(1);
  if (!first.ok) return first;
  const last = Math.min(first.value.total_pages, maxPages);
  const others = Array.from({ length: Math.max(0, last - 1) }, (_, i) => i + 2);
  const rest = await inParallel(others, AT_ONCE, readPage);
  const items = [...first.value.items];
  for (const page of rest) {
    if (!page.ok) return page;
    items.push(...page.value.items);
  }
  return { ok: true, value: { items, isWhole: first.value.total_pages <= maxPages } };
}

/** Up to 5,000 customers, read now. */
export function readAllCustomers(deadline: Deadline): Promise<CallResult<Listing<Customer>>> {
  return everyPage(50, (page) => readFromService('listCustomers', { page, per_page: 100 }, { deadline }));
}

/** Up to 500 templates. Their designs are whole documents, so a page holds few of them. */
function readTemplates(deadline: Deadline): Promise<CallResult<Listing<Template>>> {
  return everyPage(25, (page) => readFromService('listTemplates', { page, per_page: 20 }, { deadline }));
}

type Names = ReadonlyMap<number, string>;

const sources = {
  customers: async (): Promise<CallResult<Names>> =>
    named(await readAllCustomers(pageDeadline().within(PATIENCE_MS)), (customer) => customer.email),
  templates: async (): Promise<CallResult<Names>> =>
    named(await readTemplates(pageDeadline().within(PATIENCE_MS)), (template) => template.name),
};

function named<T extends { id: number }>(
  list: CallResult<Listing<T>>,
  nameOf: (item: T) => string | undefined,
): CallResult<Names> {
  if (!list.ok) return list;
  const named = list.value.items.flatMap((item) => {
    const name = nameOf(item);
    return name === undefined ? [] : [[item.id, name] as const];
  });
  return { ok: true, value: new Map(named) };
}

/** Every member may read both, and nobody reads other ones, so one copy serves all. */
const kept = singleton(
  'listings',
  () =>
    new LRUCache<keyof typeof sources, Names>({
      max: 2,
      ttl: 60_000,
      fetchMethod: async (which, stale) => {
        const read = await sources[which]();
        return read.ok ? read.value : stale;
      },
    }),
);

/** What was changed is read again when somebody next asks for it. */
export function dropCachedNames(which: keyof typeof sources): void {
  kept.delete(which);
}

/** Names by id; the last ones known when the service can't say now, and empty when it never could. Never throws. */
export async function cachedNames(which: keyof typeof sources): Promise<Names> {
  // What is forgotten while it is being read ends that reading with an error, and has to be read anew.
  const reading = kept.fetch(which).catch(() => kept.fetch(which));
  return (await reading.catch(() => undefined)) ?? new Map();
}
