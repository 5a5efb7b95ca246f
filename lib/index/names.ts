/** Reads all customers and templates page by page, and caches their names for a short time. */
import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Customer, Template } from '#lib/contract/resources.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import { mapInParallel } from '#lib/runtime/parallel.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { readFromService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { pageReadDeadline } from '#lib/upstream/responsiveness.ts';

const CONCURRENCY = 8;
const MAX_WAIT_MS = 3_000;

interface Page<T> {
  readonly items: readonly T[];
  readonly total_pages: number;
}

async function readAllPages<T>(
  maxPages: number,
  readPage: (page: number) => Promise<Outcome<Page<T>>>,
): Promise<Outcome<readonly T[]>> {
  const first = await readPage(1);
  if (!first.ok) return first;
  const last = Math.min(first.value.total_pages, maxPages);
  const others = Array.from({ length: Math.max(0, last - 1) }, (_, i) => i + 2);
  const rest = await mapInParallel(others, CONCURRENCY, readPage);
  const items = [...first.value.items];
  for (const page of rest) {
    if (!page.ok) return page;
    items.push(...page.value.items);
  }
  return ok(items);
}

/** Reads up to 5,000 customers. */
export function readAllCustomers(deadline: Deadline): Promise<Outcome<readonly Customer[]>> {
  return readAllPages(50, (page) => readFromService('listCustomers', { page, per_page: 100 }, { deadline }));
}

/** Reads up to 500 templates. Each page is small, because templates include entire design documents. */
function readAllTemplates(deadline: Deadline): Promise<Outcome<readonly Template[]>> {
  return readAllPages(25, (page) => readFromService('listTemplates', { page, per_page: 20 }, { deadline }));
}

type Names = ReadonlyMap<number, string>;

const sources = {
  customers: async (): Promise<Outcome<Names>> =>
    namesById(await readAllCustomers(pageReadDeadline().within(MAX_WAIT_MS)), (customer) => customer.email),
  templates: async (): Promise<Outcome<Names>> =>
    namesById(await readAllTemplates(pageReadDeadline().within(MAX_WAIT_MS)), (template) => template.name),
};

function namesById<T extends { id: number }>(
  items: Outcome<readonly T[]>,
  nameOf: (item: T) => string | undefined,
): Outcome<Names> {
  if (!items.ok) return items;
  const names = items.value.flatMap((item) => {
    const name = nameOf(item);
    return name === undefined ? [] : [[item.id, name] as const];
  });
  return ok(new Map(names));
}

/** All members share one cache, because every role can list customers and templates. */
const cache = singleton(
  'listings',
  () =>
    new LRUCache<keyof typeof sources, Names>({
      max: 2,
      ttl: 60_000,
      fetchMethod: async (which, stale) => {
        const names = await sources[which]();
        return names.ok ? names.value : stale;
      },
    }),
);

/** Drops the cached names after a change, so that the next caller reads the names again. */
export function dropCachedNames(which: keyof typeof sources): void {
  cache.delete(which);
}

/**
 * Returns the names, keyed by id. If the names can't be read from the service, returns the last known names
 * or an empty map. Never throws.
 */
export async function cachedNames(which: keyof typeof sources): Promise<Names> {
  // If dropCachedNames aborts a fetch in flight, that fetch rejects, so fetch the names once more.
  const fetching = cache.fetch(which).catch(() => cache.fetch(which));
  return (await fetching.catch(() => undefined)) ?? new Map();
}
