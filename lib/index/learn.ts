/**
 * Records what every response of the mail service says in the campaign index. Responses are recorded in the
 * background, in the order in which they arrived, so that no page waits for the database.
 */
import 'server-only';
import { log } from '#lib/log.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { recordCampaigns, recordGone, recordPayment } from '#lib/store/campaign-index.ts';
import { recordCustomers, recordTemplates } from '#lib/store/indexed-names.ts';
import { store } from '#lib/store/open.ts';
import { listenToResponses, type ObservedResponse } from '#lib/upstream/response-listener.ts';
import { recordsOf } from './records.ts';

/** The number of responses that wait for the database. Later ones are dropped: the sync reads them again. */
const MAX_WAITING = 500;

const queue = singleton('learnedResponses', () => ({
  waiting: [] as ObservedResponse[],
  running: undefined as Promise<void> | undefined,
}));

/** Starts learning from every response of the mail service. */
export function startLearning(): void {
  listenToResponses((response) => {
    if (queue.waiting.length >= MAX_WAITING) return;
    queue.waiting.push(response);
    queue.running ??= recordWaiting().finally(() => {
      queue.running = undefined;
    });
  });
}

/** Waits until all responses that have arrived are recorded. */
export async function allRecorded(): Promise<void> {
  while (queue.running) await queue.running;
}

async function recordWaiting(): Promise<void> {
  while (queue.waiting.length > 0) {
    const responses = queue.waiting.splice(0);
    try {
      await recordResponses(responses);
    } catch (error) {
      // The index isn't needed for any action, and the sync reads everything again.
      log().warn({ err: error, responses: responses.length }, 'responses could not be recorded in the index');
    }
  }
}

/** Records what the responses say. */
async function recordResponses(responses: readonly ObservedResponse[]): Promise<void> {
  const db = await store();
  const now = performance.now();
  const learned = responses.map((response) => ({
    requestedMsAgo: now - response.requestedAt,
    ...recordsOf(response),
  }));
  // Names come first, because new campaigns take over the names of their customer and template.
  await recordCustomers(
    db,
    learned.flatMap(({ customers = [] }) => customers),
  );
  await recordTemplates(
    db,
    learned.flatMap(({ templates = [] }) => templates),
  );
  await recordCampaigns(
    db,
    learned.flatMap(({ campaigns = [], requestedMsAgo }) =>
      campaigns.map((campaign) => ({ ...campaign, requestedMsAgo })),
    ),
  );
  for (const { payment, goneCampaign, requestedMsAgo } of learned) {
    if (payment) await recordPayment(db, payment.campaignId, payment.amounts, requestedMsAgo);
    if (goneCampaign !== undefined) await recordGone(db, goneCampaign, requestedMsAgo);
  }
}
