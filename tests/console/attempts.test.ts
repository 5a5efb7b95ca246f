/** Irreversible things happen once: on both databases, with two servers at it at the same time. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Call, perform } from '#lib/attempts/perform.ts';
import { settleUnknown } from '#lib/attempts/settle.ts';
import type { Campaign } from '#lib/contract/resources.ts';
import type { Database, OpenDatabase } from '#lib/database/open.ts';
import type { AttemptOperation } from '#lib/domain/attempt.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { attemptById, attemptsOfCampaign, begin, claim, release, settle } from '#lib/store/attempts.ts';
import { call } from '#lib/upstream/client.ts';
import { closeConnections } from '#lib/upstream/connection.ts';
import { bothDatabases } from './support/databases.ts';
import { useSettings } from './support/settings.ts';
import { put, startTinyService, type TinyService } from './support/tiny-service.ts';

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

const wantedSend = (campaignId: number) =>
  ({ campaignId, operation: 'sendCampaign', memberId, by: 'a@b.example', amount: null }) as const;

const sending = (id: number): Call<Campaign> => ({
  before: { status: 'draft', scheduledAt: null },
  send: (deadline) => call('sendCampaign', { customer_id: 7, id }, { deadline }),
  recover: (seen) => seen.campaign ?? undefined,
});

/** As lib/data does it: what is read with the claim held decides whether there is anything to call for. */
function send(db: Database, id: number): Promise<Outcome<Campaign>> {
  return perform(db, wantedSend(id), async (_, deadline) => {
    const campaign = await call('getCampaign', { id }, { deadline, fresh: true });
    if (!campaign.ok) return campaign;
    return campaign.value.status === 'draft' ? ok(sending(id)) : fail({ kind: 'in_progress' });
  });
}

function attempt<T>(db: Database, operation: AttemptOperation, campaignId: number, made: Call<T>) {
  return perform(db, { ...wantedSend(campaignId), operation }, async () => ok(made));
}

let memberId: string;

describe.each(bothDatabases())('on %s', (_, open) => {
  let stores: OpenDatabase[];
  let dbs: Database[];
  let db: Database;
  let nextId = 100;
  const fresh = (over = {}) => put(service, { id: nextId++, ...over });

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

  it('twenty clicks at once make one call', async () => {
    const { id } = fresh();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => send(dbs[i % dbs.length] as Database, id)),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(service.writes()).toEqual([`POST /v1/campaigns/customers/7/campaigns/${id}/send`]);
    expect(await attemptsOfCampaign(db, id)).toMatchObject([{ state: 'done', settledBy: 'answer' }]);
  });

  it('nothing leaves after its time, however long this process stood still', async () => {
    const { id } = fresh();
    vi.useFakeTimers({ toFake: ['performance'] });
    const outcome = await perform(db, wantedSend(id), async () => {
      vi.advanceTimersByTime(8_200);
      return ok(sending(id));
    });
    vi.useRealTimers();
    expect(outcome).toEqual(fail({ kind: 'slow' }));
    expect(service.writes()).toEqual([]);
    expect(await attemptsOfCampaign(db, id)).toMatchObject([{ state: 'refused' }]);
  });

  it('what is settled stands, whoever comes later', async () => {
    const row = await claim(db, { ...wantedSend(fresh().id), memberId, lockScope: 'mail' });
    const { id } = row ?? { id: '' };
    await begin(db, id, sending(1).before);
    await settle(db, id, { state: 'refused', settledBy: 'person', settledByMember: 'a@b.example' });
    expect(await settle(db, id, { state: 'done', settledBy: 'reading' })).toBeUndefined();
    expect(await begin(db, id, sending(1).before)).toBe(false);
    await release(db, id);
    expect(await attemptById(db, id)).toMatchObject({ state: 'refused', settledBy: 'person' });
  });

  it('different campaigns don’t wait for each other', async () => {
    const both = [fresh(), fresh()];
    const outcomes = await Promise.all(both.map(({ id }) => send(db, id)));
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
  });

  it('a refused attempt frees the claim', async () => {
    const campaign = fresh({ paid: 0 });
    expect(await send(db, campaign.id)).toMatchObject({
      ok: false,
      failure: { kind: 'refused', code: 'payment_required' },
    });
    campaign.paid = 10;
    expect(await send(db, campaign.id)).toMatchObject({ ok: true });
    expect((await attemptsOfCampaign(db, campaign.id)).map(({ state }) => state)).toEqual([
      'done',
      'refused',
    ]);
  });

  it.each(['drop_after', 502] as const)(
    'a lost answer (%s) is settled by reading, never by sending again',
    async (fault) => {
      const { id } = fresh();
      service.fault('POST send', fault);
      expect(await send(db, id)).toMatchObject({ ok: true, value: { id, status: 'queued' } });
      expect(service.writes()).toHaveLength(1);
      expect(await attemptsOfCampaign(db, id)).toMatchObject([{ state: 'done', settledBy: 'reading' }]);
    },
  );

  it('what reading can’t settle stays unknown and blocks a repeat, on every server', async () => {
    const { id } = fresh();
    service.fault('POST send', 'drop_before');
    expect(await send(db, id)).toEqual({ ok: false, failure: { kind: 'unknown' } });
    for (const other of dbs) {
      expect(await send(other, id)).toEqual({ ok: false, failure: { kind: 'unknown' } });
    }
    expect(service.writes()).toHaveLength(1);
    expect(await attemptsOfCampaign(db, id)).toMatchObject([{ state: 'unknown' }]);
  });

  it('an unknown attempt that a later reading settles frees the claim', async () => {
    const campaign = fresh();
    service.fault('POST send', 'drop_before');
    await send(db, campaign.id);
    campaign.status = 'queued';
    await settleUnknown(db, campaign.id);
    expect(await attemptsOfCampaign(db, campaign.id)).toMatchObject([
      { state: 'done', settledBy: 'reading' },
    ]);
  });

  it('an unknown payment keeps everything else off the campaign, but not copies', async () => {
    const { id } = fresh();
    service.fault('POST pay_and_send', 'drop_before');
    const paying = await attempt(db, 'payAndSendCampaign', id, {
      before: { status: 'draft', scheduledAt: null, alreadyPaid: '$0.00', toBePaid: '$10.00' },
      send: (deadline) => call('payAndSendCampaign', { id, email: 'a@b.example' }, { deadline }),
      recover: () => undefined,
    });
    expect(paying).toEqual({ ok: false, failure: { kind: 'unknown' } });
    expect(await send(db, id)).toEqual({ ok: false, failure: { kind: 'unknown' } });
    const copying = await attempt(db, 'cloneCampaign', id, {
      before: { status: 'draft', scheduledAt: null },
      send: (deadline) => call('cloneCampaign', { customer_id: 7, id }, { deadline }),
      recover: () => undefined,
    });
    expect(copying).toMatchObject({ ok: true });
  });

  it('an attempt whose server died is unknown once it began, and nothing before', async () => {
    const [begun, claimed] = [fresh(), fresh()];
    for (const { id } of [begun, claimed]) {
      const row = await claim(db, {
        campaignId: id,
        operation: 'sendCampaign',
        lockScope: 'mail',
        memberId,
        by: 'a@b.example',
        amount: null,
      });
      if (id === begun.id && row) await begin(db, row.id, { status: 'draft', scheduledAt: null });
    }
    expect(await send(db, begun.id)).toEqual({ ok: false, failure: { kind: 'in_progress' } });
    await db.execute(sql`update attempts set started_at = now() - interval '1 minute'
      where campaign_id in (${begun.id}, ${claimed.id})`);
    expect(await send(db, begun.id)).toEqual({ ok: false, failure: { kind: 'unknown' } });
    expect(await send(db, claimed.id)).toMatchObject({ ok: true });
    expect(service.writes()).toHaveLength(1);
  });

  it('a process that stood still until its claim was gone makes no call', async () => {
    const { id } = fresh();
    const outcome = await perform(db, wantedSend(id), async () => {
      await db.execute(sql`delete from attempts where campaign_id = ${id}`);
      return ok(sending(id));
    });
    expect(outcome).toEqual({ ok: false, failure: { kind: 'in_progress' } });
    expect(service.writes()).toEqual([]);
  });

  it('a preparation that fails or throws leaves no claim behind', async () => {
    const { id } = fresh();
    await perform(db, wantedSend(id), async () => ({ ok: false, failure: { kind: 'slow' } }));
    await expect(
      perform(db, wantedSend(id), async () => {
        throw new Error('broken');
      }),
    ).rejects.toThrow('broken');
    expect(await attemptsOfCampaign(db, id)).toEqual([]);
  });
});
