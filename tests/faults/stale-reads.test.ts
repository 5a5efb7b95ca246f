/**
 * Tests that an irreversible action happens only once, even if the service’s reads lag up to ten seconds
 * behind its writes. Members click while the old state is shown, and after the new state is shown.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, type ExpectStatic, it, vi } from 'vitest';
import type { Input } from '#lib/contract/operations.ts';
import { startPayment } from '#lib/data/paying.ts';
import { readPaymentReturn } from '#lib/data/payment-return.ts';
import { runOperation } from '#lib/data/proxy.ts';
import { mapInParallel } from '#lib/runtime/parallel.ts';
import { setUpHarness } from '../console/support/harness.ts';
import { signedOut } from '../console/support/members.ts';
import { ORIGIN } from '../console/support/settings.ts';
import {
  createDraft,
  currentPriceBlock,
  fetchCheckout,
  payByCard,
  type TestCampaign,
} from '../support/campaigns.ts';
import { type RunningService, startTestService } from '../support/service.ts';
import { type ActionName, actionNames, actions, countCalls } from './actions.ts';
import { type LaggingProxy, startLaggingProxy } from './lagging-proxy.ts';
import { isFullRun, seed, seededRandom } from './run-size.ts';

vi.mock('next/headers', () => import('../console/support/request.ts'));
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 1_200_000 });

const CLICKS = 20;
/** How long the state before a payment by link stays visible after the clicks have ended. */
const HOLD_MARGIN_MS = 30_000;
const MAX_LAG_MS = isFullRun ? 10_000 : 1_500;
/** How long members keep clicking after the new state is shown. */
const LATE_CLICKS_MS = 300;
/**
 * A member can copy a campaign again after five seconds, so the test stops clicking “Make a copy” before
 * then.
 */
const MAX_COPY_CLICKS_MS = 4_000;
/** Creating another payment link is a separate attempt and charges nothing. */
const REPEATABLE: ReadonlySet<ActionName> = new Set(['payCampaign', 'payCustomerCampaign']);
const onceActions = actionNames.filter((name) => !REPEATABLE.has(name));
const TRIALS_PER_ACTION = isFullRun ? 260 : 3;
/**
 * On a busy machine, the console’s first read can time out. If the first read times out, the console never
 * calls the service, so the trial shows nothing. More trials follow until enough of them have made a call.
 */
const MIN_TRIALS_WITH_CALL = isFullRun ? 250 : 1;
const MAX_ROUNDS = 5;
const PARALLEL_TRIALS = isFullRun ? 12 : 3;

const harness = setUpHarness();
const random = seededRandom(seed);
let service: RunningService;
let proxy: LaggingProxy;

beforeAll(async () => {
  console.log(`seed ${seed}`);
  service = await startTestService({ campaigns: 40, args: ['--no-render', '--monthly-invoice'] });
  proxy = await startLaggingProxy(service);
  harness.applySettings({
    DIRECTMAIL_BASE_URL: proxy.url,
    DIRECTMAIL_BASE_URL_V2: proxy.url,
    DIRECTMAIL_API_KEY: service.key,
    PAY_LINK_ORIGINS: service.url,
  });
});
afterAll(async () => {
  await proxy.close();
  await service.remove();
});

describe('the console calls the service only once while reads lag behind writes', () => {
  it.for(onceActions)('%s', async (name, { expect }) => {
    let withCall = 0;
    for (let round = 0; withCall < MIN_TRIALS_WITH_CALL && round < MAX_ROUNDS; round++) {
      const campaigns: TestCampaign[] = [];
      for (let i = 0; i < TRIALS_PER_ACTION; i++) campaigns.push(await actions[name].prepare(service));
      await service.clearRequests();
      await mapInParallel(campaigns, PARALLEL_TRIALS, async (campaign) => {
        if (await clickWhileReadsLag(name, campaign, expect)) withCall++;
      });
      console.log(
        `${name}: ${campaigns.length} trials, ${CLICKS} clicks each; ${withCall} with a call so far`,
      );
    }
    expect(withCall).toBeGreaterThanOrEqual(MIN_TRIALS_WITH_CALL);
  });
});

/** Returns whether the console called the service. */
async function clickWhileReadsLag(
  name: ActionName,
  campaign: TestCampaign,
  expect: ExpectStatic,
): Promise<boolean> {
  const lag = Math.floor(random() * MAX_LAG_MS);
  const window = Math.min(lag + LATE_CLICKS_MS, name === 'cloneCampaign' ? MAX_COPY_CLICKS_MS : Infinity);
  proxy.setLag(campaign.id, lag);
  const input = actions[name].input(campaign, ORIGIN) as Input<typeof name>;
  const delays = [0, ...Array.from({ length: CLICKS - 1 }, () => random() * window)];
  const outcomes = await Promise.all(
    delays.map(async (delay) => {
      await wait(delay);
      return harness.admin(() => runOperation(name, input));
    }),
  );
  const results = outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.failure.kind));
  const message = `${name} #${campaign.id}, lag ${lag} ms: ${results.join(' ')}`;
  const calls = await countCalls(service, name, campaign.id);
  expect(calls, message).toBeLessThanOrEqual(1);
  expect(results, message).toContain(calls === 1 ? 'ok' : 'slow');
  return calls === 1;
}

it('a card isn’t charged after a payment by link, even while the service doesn’t show the payment yet', async ({
  expect,
}) => {
  // Create the drafts one at a time, because creating one draft might delete the campaign that another draft
  // is being copied from.
  const drafts: TestCampaign[] = [];
  for (let i = 0; i < TRIALS_PER_ACTION; i++) drafts.push(await createDraft(service));
  await mapInParallel(drafts, PARALLEL_TRIALS, (draft) => clickAfterLinkPayment(draft, expect));
});

async function clickAfterLinkPayment({ id }: TestCampaign, expect: ExpectStatic) {
  const checkout = await fetchCheckout(service, id);
  const sender_copy = checkout.send_copy_to_sender;
  const { price, credit, already_paid, to_be_paid } = currentPriceBlock(checkout);
  const agreed = { price, credit, already_paid, to_be_paid, sender_copy };
  const started = await harness.sender(() => startPayment(id, { agreed }));
  if (!started.ok) throw new Error(`The payment wasn’t started: ${started.failure.kind}`);
  await proxy.hold(id, MAX_LAG_MS + HOLD_MARGIN_MS);
  const backUrl = await payByCard(started.value.link);
  await signedOut(() => readPaymentReturn(new URL(backUrl).searchParams.get('state') ?? '', true));
  const outcomes = await Promise.all(
    Array.from({ length: CLICKS }, async () => {
      await wait(random() * MAX_LAG_MS);
      const form = { id, email: 'invoice@example.com', source: 'tok_visa', send_copy_to_sender: sender_copy };
      return harness.admin(() => runOperation('payAndSendCampaign', form));
    }),
  );
  const results = outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.failure.kind));
  expect(new Set(results), `#${id}`).not.toContain('ok');
  expect(results, `#${id}`).toContain('stale');
  expect(await countCalls(service, 'payAndSendCampaign', id), `#${id}: ${results.join(' ')}`).toBe(0);
}
