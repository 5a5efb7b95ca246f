/** Tests that each irreversible operation runs only once, on both databases and with two servers. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AttemptPlan, performAttempt } from '#lib/attempts/perform.ts';
import { listSettledAttempts } from '#lib/attempts/settle.ts';
import type { Campaign } from '#lib/contract/resources.ts';
import type { Database, OpenDatabase } from '#lib/database/open.ts';
import type { AttemptOperation } from '#lib/domain/attempt.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { findAttempt, listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { beginAttempt, claimAttempt, releaseClaim, settleAttempt } from '#lib/store/attempts.ts';
import { readFromService, sendToService } from '#lib/upstream/client.ts';
import { closeConnections } from '#lib/upstream/connection.ts';
import { setUpDatabases } from './support/databases.ts';
import { useSettings } from './support/settings.ts';
import { addCampaign, startTinyService, type TinyService } from './support/tiny-service.ts';

let service: TinyService;
beforeAll(async () => {
  service = await startTinyService();
  useSettings({ DIRECTMAIL_BASE_URL: service.origin });
});
beforeEach(() => {
  service.requests.length = 0;
});
afterAll(async () => {
  await closeConnections();
  await service.close();
});

const sendAttempt = (campaignId: number) =>
  ({ campaignId, operation: 'sendCampaign', memberId, by: 'a@b.example', amount: null }) as const;

const DRAFT = { status: 'draft', scheduledAt: null };
const START = { before: DRAFT, serviceTime: Date.now() };

const sendPlan = (id: number): AttemptPlan<null, Campaign> => ({
  read: async () => ok(null),
  before: () => DRAFT,
  recheckPermission: async () => null,
  call: (_, { deadline }) => sendToService('sendCampaign', { customer_id: 7, id }, { deadline }),
  recover: ({ campaign }) => campaign ?? undefined,
});

/**
 * Claims an attempt, reads the campaign, and calls the service only if the campaign is still a draft, as
 * lib/data does.
 */
function send(db: Database, id: number): Promise<Outcome<Campaign>> {
  return performAttempt(db, sendAttempt(id), {
    ...sendPlan(id),
    read: async ({ deadline }) => {
      const campaign = await readFromService('getCampaign', { id }, { deadline, fresh: true });
      if (!campaign.ok) return campaign;
      return campaign.value.status === 'draft' ? ok(null) : fail({ kind: 'in_progress' });
    },
  });
}

function attempt<T>(
  db: Database,
  operation: AttemptOperation,
  campaignId: number,
  plan: Pick<AttemptPlan<null, T>, 'before' | 'call'>,
) {
  return performAttempt(
    db,
    { ...sendAttempt(campaignId), operation },
    { ...plan, read: async () => ok(null), recheckPermission: async () => null, recover: () => undefined },
  );
}

let memberId: string;

describe.each(setUpDatabases())('a console on %s', (_, open) => {
  let stores: OpenDatabase[];
  let dbs: Database[];
  let db: Database;
  let nextId = 100;
  const addNewCampaign = (overrides = {}) => addCampaign(service, { id: nextId++, ...overrides });

  beforeAll(async () => {
    stores = await open();
    dbs = stores.map((store) => store.db);
    db = dbs[0] as Database;
    const rows = await db.execute(sql`insert into members (email, password_hash, role)
      values ('a@b.example', '', 'sender') returning id`);
    memberId = String((rows as unknown as { rows: { id: string }[] }).rows[0]?.id);
  });
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
  });

  it('calls the service only once for 20 simultaneous clicks', async () => {
    const { id } = addNewCampaign();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => send(dbs[i % dbs.length] as Database, id)),
    );
    expect(
      outcomes.filter((outcome) => outcome.ok),
      JSON.stringify(outcomes),
    ).toHaveLength(1);
    expect(service.writes()).toEqual([`POST /v1/campaigns/customers/7/campaigns/${id}/send`]);
    expect(await listCampaignAttempts(db, id)).toMatchObject([{ state: 'done', settledBy: 'answer' }]);
  });

  it('doesn’t call the service after the deadline, even if the process was paused', async () => {
    const { id } = addNewCampaign();
    vi.useFakeTimers({ toFake: ['performance'] });
    const outcome = await performAttempt(db, sendAttempt(id), {
      ...sendPlan(id),
      read: async () => {
        vi.advanceTimersByTime(8_200);
        return ok(null);
      },
    });
    vi.useRealTimers();
    expect(outcome).toEqual(fail({ kind: 'slow' }));
    expect(service.writes()).toEqual([]);
    expect(await listCampaignAttempts(db, id)).toMatchObject([{ state: 'refused' }]);
  });

  it('never changes an attempt that is already settled', async () => {
    const row = await claimAttempt(db, { ...sendAttempt(addNewCampaign().id), lockScope: 'mail' });
    const { id } = row ?? { id: '' };
    await beginAttempt(db, id, START);
    await settleAttempt(db, id, { state: 'refused', settledBy: 'member', settledByMember: 'a@b.example' });
    expect(await settleAttempt(db, id, { state: 'done', settledBy: 'reading' })).toBeUndefined();
    expect(await beginAttempt(db, id, START)).toBe(false);
    await releaseClaim(db, id);
    expect(await findAttempt(db, id)).toMatchObject({ state: 'refused', settledBy: 'member' });
  });

  it('doesn’t forget a started attempt when its claim is released', async () => {
    const row = await claimAttempt(db, { ...sendAttempt(addNewCampaign().id), lockScope: 'mail' });
    const { id } = row ?? { id: '' };
    await beginAttempt(db, id, START);
    await releaseClaim(db, id);
    expect(await findAttempt(db, id)).toMatchObject({ state: 'open' });
  });

  it('runs attempts for different campaigns in parallel', async () => {
    const campaigns = [addNewCampaign(), addNewCampaign()];
    const outcomes = await Promise.all(campaigns.map(({ id }) => send(db, id)));
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
  });

  it('releases the claim if the service refuses the request', async () => {
    const campaign = addNewCampaign({ paid: 0 });
    expect(await send(db, campaign.id)).toMatchObject({
      ok: false,
      failure: { kind: 'refused', code: 'payment_required' },
    });
    campaign.paid = 10;
    expect(await send(db, campaign.id)).toMatchObject({ ok: true });
    expect((await listCampaignAttempts(db, campaign.id)).map(({ state }) => state)).toEqual([
      'done',
      'refused',
    ]);
  });

  it.each(['drop_after', 502] as const)(
    'settles an attempt with a lost response (%s) by reading the campaign, not by sending again',
    async (fault) => {
      const { id } = addNewCampaign();
      service.injectFault('POST send', fault);
      expect(await send(db, id)).toMatchObject({ ok: true, value: { id, status: 'queued' } });
      expect(service.writes()).toHaveLength(1);
      expect(await listCampaignAttempts(db, id)).toMatchObject([{ state: 'done', settledBy: 'reading' }]);
    },
  );

  it('blocks further attempts on every server while the outcome of one attempt is unknown', async () => {
    const { id } = addNewCampaign();
    service.injectFault('POST send', 'drop_before');
    expect(await send(db, id)).toEqual({ ok: false, failure: { kind: 'unknown' } });
    for (const other of dbs) {
      expect(await send(other, id)).toEqual({ ok: false, failure: { kind: 'unknown' } });
    }
    expect(service.writes()).toHaveLength(1);
    expect(await listCampaignAttempts(db, id)).toMatchObject([{ state: 'unknown' }]);
  });

  it('releases the claim after a later read settles an unknown attempt', async () => {
    const campaign = addNewCampaign();
    service.injectFault('POST send', 'drop_before');
    await send(db, campaign.id);
    campaign.status = 'queued';
    await listSettledAttempts(db, campaign.id);
    expect(await listCampaignAttempts(db, campaign.id)).toMatchObject([
      { state: 'done', settledBy: 'reading' },
    ]);
  });

  it('blocks sending, but not cloning, while the outcome of a payment is unknown', async () => {
    const { id } = addNewCampaign();
    service.injectFault('POST pay_and_send', 'drop_before');
    const payment = await attempt(db, 'payAndSendCampaign', id, {
      before: () => ({ ...DRAFT, alreadyPaid: '$0.00', toBePaid: '$10.00' }),
      call: (_, { deadline }) =>
        sendToService('payAndSendCampaign', { id, email: 'a@b.example' }, { deadline }),
    });
    expect(payment).toEqual({ ok: false, failure: { kind: 'unknown' } });
    expect(await send(db, id)).toEqual({ ok: false, failure: { kind: 'unknown' } });
    const clone = await attempt(db, 'cloneCampaign', id, {
      before: () => DRAFT,
      call: (_, { deadline }) => sendToService('cloneCampaign', { customer_id: 7, id }, { deadline }),
    });
    expect(clone).toMatchObject({ ok: true });
  });

  it('marks an attempt as unknown after its server dies, but only if the call to the service had started', async () => {
    const [started, claimed] = [addNewCampaign(), addNewCampaign()];
    for (const { id } of [started, claimed]) {
      const row = await claimAttempt(db, { ...sendAttempt(id), lockScope: 'mail' });
      if (id === started.id && row) await beginAttempt(db, row.id, START);
    }
    expect(await send(db, started.id)).toEqual({ ok: false, failure: { kind: 'in_progress' } });
    await db.execute(sql`update attempts set started_at = now() - interval '1 minute'
      where campaign_id in (${started.id}, ${claimed.id})`);
    expect(await send(db, started.id)).toEqual({ ok: false, failure: { kind: 'unknown' } });
    expect(await send(db, claimed.id)).toMatchObject({ ok: true });
    expect(service.writes()).toHaveLength(1);
  });

  it('doesn’t call the service if the claim was released while the process was paused', async () => {
    const { id } = addNewCampaign();
    const outcome = await performAttempt(db, sendAttempt(id), {
      ...sendPlan(id),
      read: async () => {
        await db.execute(sql`delete from attempts where campaign_id = ${id}`);
        return ok(null);
      },
    });
    expect(outcome).toEqual({ ok: false, failure: { kind: 'in_progress' } });
    expect(service.writes()).toEqual([]);
  });

  it('releases the claim if a check before the call fails or throws an error', async () => {
    const { id } = addNewCampaign();
    await performAttempt(db, sendAttempt(id), { ...sendPlan(id), read: async () => fail({ kind: 'slow' }) });
    await expect(
      performAttempt(db, sendAttempt(id), {
        ...sendPlan(id),
        read: async () => {
          throw new Error('broken');
        },
      }),
    ).rejects.toThrow('broken');
    expect(await listCampaignAttempts(db, id)).toEqual([]);
  });
});
