/**
 * Collects readings that only confirm what the campaign index already contains. Recording a reading takes
 * more time than the rest of the request that caused it, so a record that is read often is recorded at most
 * once a second. Changes never wait.
 */
import 'server-only';
import { LRUCache } from 'lru-cache';
import { singleton } from '#lib/runtime/singleton.ts';
import type { ResponseRecords } from './records.ts';

/** What a response said, and when its request was sent, according to `performance.now()`. */
export interface Learned extends ResponseRecords {
  readonly requestedAt: number;
}

const CONFIRMATION_MS = 1_000;
/** The maximum number of records whose last reading is kept, and the maximum number of waiting records. */
const MAX_RECORDS = 2_000;

const state = singleton('confirmations', () => ({
  /** Each record as last read, as JSON. */
  lastRead: new LRUCache<string, string>({ max: MAX_RECORDS }),
  /** The newest confirmation of each record. */
  waiting: new Map<string, Learned>(),
  timer: undefined as NodeJS.Timeout | undefined,
}));

/**
 * Lets a response wait if all of its records have the same content as when they were last read. These records
 * are compared with the stored ones only when the response is recorded.
 * @param onDue called when confirmations have waited long enough
 * @returns whether the response waits
 */
export function postponeConfirmation(learned: Learned, onDue: () => void): boolean {
  const { lastRead, waiting } = state;
  if (learned.goneCampaign !== undefined) {
    for (const key of [`campaigns ${learned.goneCampaign}`, `payment ${learned.goneCampaign}`])
      lastRead.delete(key);
  }
  const parts = splitRecords(learned);
  const changed = parts.filter(([key, records]) => {
    const content = JSON.stringify(records);
    const isChanged = lastRead.get(key) !== content;
    if (isChanged) lastRead.set(key, content);
    return isChanged;
  });
  if (parts.length === 0 || changed.length > 0 || waiting.size + parts.length > MAX_RECORDS) return false;
  const { requestedAt } = learned;
  for (const [key, records] of parts) {
    const earlier = waiting.get(key);
    if (!earlier || earlier.requestedAt < requestedAt) waiting.set(key, { requestedAt, ...records });
  }
  state.timer ??= setTimeout(onDue, CONFIRMATION_MS).unref();
  return true;
}

/** Removes and returns all waiting confirmations. */
export function takeConfirmations(): readonly Learned[] {
  clearTimeout(state.timer);
  state.timer = undefined;
  const all = [...state.waiting.values()];
  state.waiting.clear();
  const { true: payments = [], false: others = [] } = Object.groupBy(all, ({ payment }) =>
    payment ? 'true' : 'false',
  );
  // Records from the same response are kept together, as if the response hadn't waited.
  const together = [...Map.groupBy(others, ({ requestedAt }) => requestedAt)].map(([requestedAt, parts]) => ({
    requestedAt,
    campaigns: parts.flatMap(({ campaigns = [] }) => campaigns),
    customers: parts.flatMap(({ customers = [] }) => customers),
    templates: parts.flatMap(({ templates = [] }) => templates),
  }));
  return [...together, ...payments];
}

/** Returns each record of a response with a key that identifies what the record is about. */
function splitRecords({
  campaigns = [],
  customers = [],
  templates = [],
  payment,
}: Learned): (readonly [string, ResponseRecords])[] {
  return [
    ...campaigns.map((each) => [`campaigns ${each.campaignId}`, { campaigns: [each] }] as const),
    ...customers.map((each) => [`customers ${each.id}`, { customers: [each] }] as const),
    ...templates.map((each) => [`templates ${each.id}`, { templates: [each] }] as const),
    ...(payment ? [[`payment ${payment.campaignId}`, { payment }] as const] : []),
  ];
}
