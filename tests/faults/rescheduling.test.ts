/**
 * Reschedules campaigns with every fault in each of a reschedule's two parts, and kills the console during
 * and between the parts. Each call must be made at most once, and an unscheduled campaign must never be
 * mistaken for a scheduled one.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { reconcileAttempts } from '#lib/attempts/reconcile.ts';
import { rescheduleCampaign } from '#lib/data/reschedule.ts';
import type { Database } from '#lib/database/open.ts';
import { type AgedAttemptRow, listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { store } from '#lib/store/open.ts';
import { DAY_MS } from '#lib/time-units.ts';
import { setUpHarness } from '../console/support/harness.ts';
import { findForm } from '../html/page-state.ts';
import { Visitor } from '../html/visitor.ts';
import { createQueuedCampaign, type TestCampaign } from '../support/campaigns.ts';
import { memberEmail, type RunningConsole, TEST_PASSWORD } from '../support/console.ts';
import { type RunningService, startTestService } from '../support/service.ts';
import { findCampaign } from './actions.ts';
import { type Consoles, startConsoles } from './consoles.ts';
import { isFullRun } from './run-size.ts';

vi.mock('next/headers', () => import('../console/support/request.ts'));
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 600_000 });

type FaultSpec = Omit<Parameters<RunningService['injectFaults']>[0], 'operation'>;
type Part = 'cancel' | 'send';

const OPERATIONS = { cancel: 'cancelCustomerCampaign', send: 'sendCampaign' } as const;
const SETTLE_TIMEOUT_MS = 60_000;

const faults: Readonly<Record<string, FaultSpec>> = {
  'delayed before the action': { kind: 'delay', ms: 21_000 },
  'delayed after the action': { kind: 'delay_after', ms: 21_000 },
  '500': { kind: 'status', status: 500 },
  '503': { kind: 'status', status: 503 },
  '408': { kind: 'status', status: 408 },
  '409': { kind: 'status', status: 409 },
  '429': { kind: 'status', status: 429 },
  '302': { kind: 'status', status: 302 },
  'dropped before the action': { kind: 'drop_before' },
  'dropped after the action': { kind: 'drop_after' },
  'truncated JSON': { kind: 'malformed' },
  HTML: { kind: 'html' },
  '200 MB': { kind: 'huge' },
};
/** `npm test` runs only the faults that differ most. */
const SAMPLE = new Set([
  '500',
  '409',
  'dropped before the action',
  'dropped after the action',
  'truncated JSON',
]);
/** The points at which a killed console can leave the campaign as a draft. */
const KILL_SAMPLE = new Set(['between the two calls', 'during the send']);

async function countCalls(service: RunningService, part: Part, id: number): Promise<number> {
  const requests = await service.requests();
  const operation = OPERATIONS[part];
  return requests.filter((each) => each.operation === operation && each.path.split('/').includes(`${id}`))
    .length;
}

const isAtNewTime = (scheduledAt: string | undefined, sendAt: string) =>
  scheduledAt !== undefined && Math.abs(Date.parse(scheduledAt) - Date.parse(sendAt)) < 1_000;

/** Checks that the attempt agrees with the campaign in the service's database. */
async function expectConsistent(
  service: RunningService,
  attempt: AgedAttemptRow | undefined,
  { id }: TestCampaign,
  sendAt: string,
  message: string,
): Promise<void> {
  const campaign = await findCampaign(service, id);
  const about = `${message}: ${JSON.stringify({ status: campaign?.status, at: campaign?.scheduled_at, state: attempt?.state, reschedule: attempt?.reschedule })}`;
  expect(await countCalls(service, 'cancel', id), about).toBeLessThanOrEqual(1);
  expect(await countCalls(service, 'send', id), about).toBeLessThanOrEqual(1);
  if (campaign?.status === 'draft') {
    expect(['refused', 'unknown'], about).toContain(attempt?.state);
    expect(attempt?.reschedule?.part, about).toBe('send');
  } else if (isAtNewTime(campaign?.scheduled_at, sendAt)) {
    expect(attempt?.state, about).toBe('done');
  } else {
    // The campaign is still scheduled at the old time.
    expect(['refused', 'unknown'], about).toContain(attempt?.state);
    expect(attempt?.reschedule?.part, about).toBe('cancel');
  }
}

async function settleNow(db: Database, id: number): Promise<void> {
  await db.execute(
    sql`update attempts set read_at = read_at - interval '1 minute' where campaign_id = ${id} and state = 'unknown'`,
  );
  await reconcileAttempts(db);
}

describe('a fault', () => {
  const harness = setUpHarness();
  let service: RunningService;
  beforeAll(async () => {
    // Stop the service's clock, so that scheduled campaigns can still be canceled late in the test.
    service = await startTestService({ campaigns: 10, args: ['--no-render', '--clock-rate', '0'] });
    harness.applySettings({
      DIRECTMAIL_BASE_URL: service.url,
      DIRECTMAIL_BASE_URL_V2: service.url,
      DIRECTMAIL_API_KEY: service.key,
    });
  });
  afterAll(() => service.remove());

  const names = Object.keys(faults).filter((name) => isFullRun || SAMPLE.has(name));
  const cases = (['cancel', 'send'] as const).flatMap((part) => names.map((name) => [part, name] as const));

  it.each(cases)('never causes a repeated call or hides a draft in the %s part (%s)', async (part, name) => {
    const campaign = await createQueuedCampaign(service);
    await service.clearRequests();
    const sendAt = new Date(Date.now() + 3 * DAY_MS).toISOString();
    await service.injectFaults({ operation: OPERATIONS[part], ...(faults[name] as FaultSpec) });
    const outcome = await harness.sender(() => rescheduleCampaign(campaign.id, { sendAt }));
    await service.clearFaults();
    // The service still runs a delayed action after the console has stopped waiting.
    await expect.poll(() => countCalls(service, part, campaign.id), { timeout: 30_000 }).toBe(1);
    const db = await store();
    await settleNow(db, campaign.id);
    const [attempt, ...others] = await listCampaignAttempts(db, campaign.id);
    expect(others).toEqual([]);
    if (outcome.ok) expect(attempt?.state).toBe('done');
    await expectConsistent(service, attempt, campaign, sendAt, `${name} in the part ${part}`);
  });
});

describe('a console', () => {
  let consoles: Consoles;
  let mailroom: RunningConsole;
  beforeAll(async () => {
    consoles = await startConsoles(1);
    mailroom = consoles.all[0] as RunningConsole;
  });
  afterAll(() => consoles.close());

  const waitUntil = (condition: () => Promise<boolean>) =>
    expect.poll(condition, { timeout: 20_000, interval: 20 }).toBe(true);
  const readPart = async ({ id }: TestCampaign) =>
    (await listCampaignAttempts(consoles.store.db, id))[0]?.reschedule?.part;
  const isFaultTaken = async () =>
    ((await (await fetch(`${consoles.service.url}/sandbox/faults`)).json()) as unknown[]).length === 0;

  /** Posts the form of the campaign's page. The console might be killed before it responds. */
  async function postForm({ id }: TestCampaign, at: string): Promise<() => Promise<unknown>> {
    const visitor = new Visitor(mailroom.url);
    const login = await visitor.open('/login');
    const credentials = { email: memberEmail('sender'), password: TEST_PASSWORD };
    await visitor.submit(login, findForm(login, 'password'), credentials);
    const page = await visitor.open(`/campaigns/${id}/reschedule`);
    const response = visitor.submit(page, findForm(page, 'when'), { when: 'at', at }).catch(() => undefined);
    return () => response;
  }

  const hasStatus = (status: string, { id }: TestCampaign) =>
    waitUntil(async () => (await findCampaign(consoles.service, id))?.status === status);

  interface KillPoint {
    /** Delays this part's call, before or after the service carries it out. */
    readonly part: Part;
    readonly kind: 'delay' | 'delay_after';
    readonly wait?: (campaign: TestCampaign) => Promise<void>;
  }
  const points: Readonly<Record<string, KillPoint>> = {
    'during the cancellation': { part: 'cancel', kind: 'delay' },
    'after the cancellation, before its response': {
      part: 'cancel',
      kind: 'delay_after',
      wait: (campaign) => hasStatus('draft', campaign),
    },
    'between the two calls': {
      part: 'cancel',
      kind: 'delay_after',
      wait: async () => {
        await consoles.service.injectFaults({ operation: 'checkOutCampaign', kind: 'delay', ms: 5_000 });
        await waitUntil(isFaultTaken);
      },
    },
    'during the send': { part: 'send', kind: 'delay' },
    'after the send, before its response': {
      part: 'send',
      kind: 'delay_after',
      wait: (campaign) => hasStatus('queued', campaign),
    },
  };

  const names = Object.keys(points).filter((name) => isFullRun || KILL_SAMPLE.has(name));

  it.each(names.map((name) => [name, points[name] as KillPoint] as const))(
    'that is killed %s makes no call twice, and never hides a draft',
    async (name, point) => {
      const { service } = consoles;
      const campaign = await createQueuedCampaign(service);
      await service.clearRequests();
      const at = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 16);
      await service.injectFaults({ operation: OPERATIONS[point.part], kind: point.kind, ms: 2_000 });
      const response = await postForm(campaign, at);
      await waitUntil(isFaultTaken);
      await point.wait?.(campaign);
      expect(await readPart(campaign)).toBe(point.part);
      await mailroom.kill();
      await response();
      await service.clearFaults();
      await mailroom.start();
      // The service still runs the delayed action after the console has been killed.
      await waitUntil(async () => (await countCalls(service, point.part, campaign.id)) === 1);
      await vi.waitFor(
        async () => {
          const [attempt, ...others] = await listCampaignAttempts(consoles.store.db, campaign.id);
          expect(others).toEqual([]);
          await expectConsistent(service, attempt, campaign, `${at}:00Z`, name);
        },
        { timeout: SETTLE_TIMEOUT_MS, interval: 500 },
      );
    },
  );
});
