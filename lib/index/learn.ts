/**
 * Records data from every mail service response in the campaign index. Responses are recorded in the
 * background, in the order in which they arrived, so that no page waits for the database. A response that
 * changes nothing waits for up to a second. Responses to an attempt's calls are also recorded together with
 * the attempt's outcome.
 */
import 'server-only';
import { sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { log } from '#lib/log.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { recordCampaigns, recordGone } from '#lib/store/campaign-index.ts';
import { store } from '#lib/store/open.ts';
import { recordCustomers, recordTemplates } from '#lib/store/record-names.ts';
import { recordPayment } from '#lib/store/recorded-payments.ts';
import { listenToResponses, type ObservedResponse, responseWith } from '#lib/upstream/response-listener.ts';
import { type Learned, postponeConfirmation, takeConfirmations } from './confirmations.ts';
import { recordsOf } from './records.ts';

/**
 * The maximum number of responses that can wait for the database. Further responses are dropped, because the sync reads
 * their data again.
 */
const MAX_WAITING = 500;

/** The number of responses that are recorded together. */
const RESPONSES_AT_A_TIME = 4;

/** The number of campaigns in one transaction. With PGlite, pages wait while a transaction runs. */
const CAMPAIGNS_AT_A_TIME = 20;

const queue = singleton('learnedResponses', () => ({
  waiting: [] as Learned[],
  /** The number of responses that have been queued. */
  queued: 0,
  /** The number of queued responses that have been recorded, or couldn't be recorded. */
  recorded: 0,
  /** Resolves when the next responses have been recorded. */
  next: undefined as Promise<void> | undefined,
  isRunning: false,
}));

/** Starts recording every response from the mail service in the campaign index. */
export function startLearning(): void {
  listenToResponses((response) => {
    const learned = { requestedAt: response.requestedAt, ...recordsOf(response) };
    if (!postponeConfirmation(learned, queueConfirmations)) queueResponse(learned);
  });
}

/** Waits until all responses that have arrived are recorded. Doesn't wait for responses that arrive later. */
export async function allRecorded(): Promise<void> {
  queueConfirmations();
  const { queued } = queue;
  while (queue.recorded < queued) await queue.next;
}

function queueResponse(learned: Learned): void {
  if (queue.waiting.length >= MAX_WAITING) return;
  queue.waiting.push(learned);
  queue.queued++;
  if (!queue.isRunning) void recordWaiting();
}

function queueConfirmations(): void {
  for (const learned of takeConfirmations()) queueResponse(learned);
}

async function recordWaiting(): Promise<void> {
  queue.isRunning = true;
  while (queue.waiting.length > 0) {
    queue.next = recordNext();
    await queue.next;
  }
  queue.isRunning = false;
}

async function recordNext(): Promise<void> {
  const learned = queue.waiting.splice(0, RESPONSES_AT_A_TIME);
  try {
    await recordLearned(await store(), learned);
  } catch (error) {
    // The index isn't needed for any action, and the sync reads everything again.
    log().warn({ err: error, responses: learned.length }, 'responses could not be recorded in the index');
  } finally {
    queue.recorded += learned.length;
  }
}

/** How long an attempt's outcome waits for a campaign that another transaction is changing. */
const LOCK_TIMEOUT_MS = 500;

/**
 * Records the responses that contained these outputs, in the transaction that records an attempt's outcome. If
 * that fails, only logs the failure, because the outcome matters more than the index.
 * @param outputs outputs of calls to the mail service. Other values are ignored.
 */
export async function recordWithOutcome(tx: Database, outputs: readonly unknown[]): Promise<void> {
  const responses = outputs.flatMap((output) =>
    typeof output === 'object' && output !== null ? (responseWith(output) ?? []) : [],
  );
  if (responses.length === 0) return;
  try {
    // A failure in the nested transaction doesn't undo the outer one.
    await tx.transaction(async (nested) => {
      await nested.execute(sql`select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, true)`);
      await recordResponses(nested, responses);
    });
  } catch (error) {
    log().warn({ err: error }, 'the campaign index could not be updated with an outcome');
  }
}

/** Records the data in the responses. */
export function recordResponses(db: Database, responses: readonly ObservedResponse[]): Promise<void> {
  const learned = responses.map((response) => ({
    requestedAt: response.requestedAt,
    ...recordsOf(response),
  }));
  return recordLearned(db, learned);
}

async function recordLearned(db: Database, learned: readonly Learned[]): Promise<void> {
  const now = performance.now();
  const namesOf = (kind: 'customers' | 'templates') =>
    learned.flatMap(({ requestedAt, [kind]: names = [] }) =>
      names.map((name) => ({ ...name, requestedMsAgo: now - requestedAt })),
    );
  // Record names first, because new campaigns copy the names of their customer and template.
  await recordCustomers(db, namesOf('customers'));
  await recordTemplates(db, namesOf('templates'));
  const campaigns = learned.flatMap(({ campaigns: read = [], requestedAt }) =>
    read.map((campaign) => ({ ...campaign, requestedAt })),
  );
  for (let first = 0; first < campaigns.length; first += CAMPAIGNS_AT_A_TIME) {
    const chunk = campaigns.slice(first, first + CAMPAIGNS_AT_A_TIME);
    const startedAt = performance.now();
    await recordCampaigns(
      db,
      chunk.map(({ requestedAt, ...campaign }) => ({ ...campaign, requestedMsAgo: startedAt - requestedAt })),
    );
  }
  for (const { payment, goneCampaign, requestedAt } of learned) {
    const requestedMsAgo = performance.now() - requestedAt;
    if (payment) await recordPayment(db, payment.campaignId, payment.amounts, requestedMsAgo);
    if (goneCampaign !== undefined) await recordGone(db, goneCampaign, requestedMsAgo);
  }
}
