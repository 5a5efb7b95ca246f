/**
 * Tests the append-only activity log. Each entry has a member, an operation, a campaign, a time, and an
 * outcome.
 */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { findRecentChange, listActivity, listActivityMembers, streamActivity } from '#lib/data/activity.ts';
import { resolveAttemptManually } from '#lib/data/attempts.ts';
import { readCheckout } from '#lib/data/campaigns.ts';
import { updateCustomer } from '#lib/data/customers.ts';
import { payAndSendCampaign, startPayment } from '#lib/data/paying.ts';
import { cancelCampaign, cloneCampaign, deleteCampaign, sendCampaign } from '#lib/data/sending.ts';
import { listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { takeLease } from '#lib/store/leases.ts';
import { store } from '#lib/store/open.ts';
import { activity } from '#lib/store/schema/activity.ts';
import { setUpHarness } from './support/harness.ts';
import { signedOut } from './support/members.ts';
import { addCampaign, orderAmounts } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 5_000;

const addNewCampaign = (overrides = {}) => addCampaign(harness.service, { id: nextId++, ...overrides });

/** Reads the log entries about a campaign, oldest first. */
async function readActivity(campaignId: number) {
  const db = await store();
  return db.select().from(activity).where(eq(activity.campaignId, campaignId)).orderBy(activity.id);
}

describe('recorded activity', () => {
  it('includes the member, the start of the operation, and the outcome', async () => {
    const { id } = addNewCampaign();
    await harness.sender(() => sendCampaign(id, {}));
    const by = 'sender@mailroom.test';
    expect(await readActivity(id)).toMatchObject([
      { operation: 'sendCampaign', outcome: 'started', by, campaignId: id, amount: null },
      { operation: 'sendCampaign', outcome: 'done', by, campaignId: id },
    ]);
  });

  it('lists the start of an operation only until the outcome is recorded', async () => {
    const { id } = addNewCampaign();
    await harness.sender(() => sendCampaign(id, {}));
    const list = () => harness.viewer(() => listActivity({ campaignId: id }));
    expect(await list()).toMatchObject({ value: { items: [{ outcome: 'done' }] } });
    const db = await store();
    await db.execute(sql`insert into activity (operation, outcome, campaign_id, attempt_id)
      values ('cancelCampaign', 'started', ${id}, gen_random_uuid())`);
    expect(await list()).toMatchObject({ value: { items: [{ outcome: 'started' }, { outcome: 'done' }] } });
  });

  it('includes cancellation reasons and payment amounts, but no card data', async () => {
    const { id } = addNewCampaign({ status: 'queued' });
    await harness.sender(() => cancelCampaign(id, { reason: 'Wrong photo on the front' }));
    const reason = 'Wrong photo on the front';
    expect(await readActivity(id)).toMatchObject([{ reason }, { outcome: 'done', reason }]);

    const unpaid = addNewCampaign({ paid: 0 });
    const agreed = {
      sender_copy: false,
      to_be_paid: '$10.00',
      price: '$10.00',
      credit: '$0.00',
      already_paid: '$0.00',
    };
    const order = { agreed, send_copy_to_sender: false, email: 'a@b.example', source: 'tok_secret_visa' };
    await harness.sender(() => payAndSendCampaign(unpaid.id, order));
    expect(await readActivity(unpaid.id)).toMatchObject([{ amount: '$10.00' }, { amount: '$10.00' }]);
    const rows = await (await store()).execute(sql`select activity::text from activity`);
    expect(JSON.stringify(rows)).not.toContain('tok_secret_visa');
  });

  it('includes who canceled a campaign and why, even if the response was lost', async () => {
    const { id } = addNewCampaign({ status: 'queued' });
    harness.service.injectFault('POST cancel', 'drop_after');
    await harness.sender(() => cancelCampaign(id, { reason: 'Wrong photo' }));
    const canceled = { by: 'sender@mailroom.test', reason: 'Wrong photo' };
    expect(await readActivity(id)).toMatchObject([
      { outcome: 'started', ...canceled },
      { outcome: 'unknown', ...canceled },
      { outcome: 'done', settledBy: 'reading', resolvedBy: null, ...canceled },
    ]);
  });

  it('includes payments made by link', async () => {
    const campaign = addNewCampaign({ paid: 0 });
    const { id } = campaign;
    await harness.sender(() =>
      startPayment(id, { agreed: { sender_copy: false, ...orderAmounts(campaign) } }),
    );
    campaign.paid = 10;
    await harness.viewer(() => readCheckout(id));
    expect(await readActivity(id)).toMatchObject([
      { outcome: 'started' },
      { outcome: 'done', settledBy: 'answer' },
      { outcome: 'paid', amount: '$10.00', settledBy: 'reading' },
    ]);
  });

  it('includes an action whose response was lost, and the outcome that an admin recorded later', async () => {
    const { id } = addNewCampaign();
    harness.service.injectFault('POST send', 'drop_before');
    await harness.sender(() => sendCampaign(id, {}));
    const db = await store();
    const [attempt] = await listCampaignAttempts(db, id);
    await db.execute(
      sql`update attempts set started_at = started_at - interval '3 minutes' where id = ${attempt?.id}`,
    );
    await harness.admin(() => resolveAttemptManually(id, attempt?.id ?? '', 'refused'));
    expect(await readActivity(id)).toMatchObject([
      { outcome: 'started', by: 'sender@mailroom.test' },
      { outcome: 'unknown', by: 'sender@mailroom.test' },
      {
        outcome: 'marked_failed',
        by: 'sender@mailroom.test',
        settledBy: 'member',
        resolvedBy: 'admin@mailroom.test',
      },
    ]);
  });

  it('includes attempted changes to customers, even if the service refuses the changes', async () => {
    await harness.admin(() => updateCustomer(7, { email: 'new@b.example' }));
    const page = await harness.viewer(() => listActivity({ operation: 'updateCustomer' }));
    expect(page).toMatchObject({ ok: true, value: { items: [{ customerId: 7 }] } });
  });

  it('returns a template’s last change only to the member who made it, and only for one minute', async () => {
    const by = 'admin@mailroom.test';
    const entry = { operation: 'updateTemplate', by, outcome: 'done' } as const;
    await (await store()).insert(activity).values([
      { ...entry, templateId: 61, attemptId: randomUUID() },
      { ...entry, templateId: 62, outcome: 'refused', attemptId: randomUUID() },
      { ...entry, templateId: 63, at: new Date(Date.now() - 61_000), attemptId: randomUUID() },
      { ...entry, templateId: 64, attemptId: randomUUID() },
      { ...entry, templateId: 64, by: 'sender@mailroom.test', attemptId: randomUUID() },
    ]);
    const change = {
      operation: 'updateTemplate',
      amount: null,
      before: null,
      mismatch: null,
      copyId: undefined,
    };
    expect(await harness.admin(() => findRecentChange({ templateId: 61 }))).toEqual(change);
    expect(await harness.sender(() => findRecentChange({ templateId: 61 }))).toBeUndefined();
    expect(await harness.admin(() => findRecentChange({ customerId: 61 }))).toBeUndefined();
    for (const templateId of [62, 63, 64]) {
      expect(await harness.admin(() => findRecentChange({ templateId }))).toBeUndefined();
    }
  });

  it('is still returned after the member’s next change was started or refused', async () => {
    const by = 'admin@mailroom.test';
    const entry = { operation: 'sendCampaign', by, outcome: 'done', campaignId: 71 } as const;
    const next = { ...entry, operation: 'cancelCampaign' } as const;
    const db = await store();
    const find = () => harness.admin(() => findRecentChange({ campaignId: 71 }));
    const add = (outcome: 'started' | 'refused' | 'unknown') =>
      db.insert(activity).values({ ...next, outcome, attemptId: randomUUID() });
    await db.insert(activity).values({ ...entry, attemptId: randomUUID() });
    for (const outcome of ['started', 'refused'] as const) {
      await add(outcome);
      expect(await find()).toMatchObject({ operation: 'sendCampaign' });
    }
    await add('unknown');
    expect(await find()).toBeUndefined();
  });

  it('includes the amount paid for a deleted draft, and the id of a campaign’s copy', async () => {
    const { id } = addNewCampaign({ paid: 10 });
    const copy = await harness.admin(() => cloneCampaign(id));
    expect(await harness.admin(() => findRecentChange({ campaignId: id }))).toMatchObject({
      operation: 'cloneCampaign',
      copyId: copy.ok && copy.value.id,
    });
    await harness.admin(() => deleteCampaign(id));
    expect(await harness.admin(() => findRecentChange({ campaignId: id }))).toMatchObject({
      operation: 'deleteCampaign',
      before: { status: 'draft', alreadyPaid: '$10.00' },
    });
  });

  it('leaves out the amount paid for a deleted draft if the amount couldn’t be read', async () => {
    const { id } = addNewCampaign();
    harness.service.injectFault('GET checkout', 404);
    expect(await harness.admin(() => deleteCampaign(id))).toMatchObject({ ok: true });
    const change = await harness.admin(() => findRecentChange({ campaignId: id }));
    expect(change?.before).toEqual({ status: 'draft', scheduledAt: null, updatedAt: null });
  });
});

describe('the activity table', () => {
  it.each(['update activity set by = null', 'delete from activity', 'truncate activity'])(
    'rejects the statement "%s"',
    async (statement) => {
      const db = await store();
      const reason: unknown = await db.execute(sql.raw(statement)).catch((error: Error) => error.cause);
      expect(String(reason)).toContain('append-only');
    },
  );

  it('can be read page by page, and filtered by member, operation, outcome, and time', async () => {
    const db = await store();
    await db.execute(sql`insert into activity (operation, outcome, by, campaign_id, attempt_id, at)
      select 'cloneCampaign', 'done', 'many@b.example', 9, gen_random_uuid(), now() - n * interval '1 hour' from generate_series(1, 120) n`);
    const by = 'many@b.example';
    const sizes: number[] = [];
    let before: number | undefined;
    do {
      const page = await harness.viewer(() => listActivity({ by }, before));
      if (!page.ok) throw new Error('The activity could not be read.');
      sizes.push(page.value.items.length);
      before = page.value.next;
    } while (before !== undefined);
    expect(sizes).toEqual([50, 50, 20]);
    const since = Date.now() - 3.5 * 3_600_000;
    const recent = await harness.viewer(() => listActivity({ by, since, until: Date.now() - 3_600_000 }));
    expect(recent).toMatchObject({ value: { items: { length: 3 } } });
    expect(await harness.viewer(() => listActivity({ by, outcome: 'refused' }))).toMatchObject({
      value: { items: { length: 0 } },
    });
    expect(await harness.viewer(() => listActivityMembers())).toContain(by);
    expect(await signedOut(() => listActivityMembers())).toEqual([]);
  });

  it('streams all entries in chunks, but only to members', async () => {
    const countRows = (runAs: typeof signedOut) =>
      runAs(async () => {
        let rows = 0;
        for await (const chunk of streamActivity({ campaignId: 9 })) rows += chunk.length;
        return rows;
      });
    expect(await countRows(harness.viewer)).toBe(120);
    expect(await countRows(signedOut)).toBe(0);
  });
});

it('a lease is granted to only one process at a time', async () => {
  const db = await store();
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  expect(await takeLease(db, 'test', one, 60_000)).toBe(true);
  expect(await takeLease(db, 'test', other, 60_000)).toBe(false);
  expect(await takeLease(db, 'test', one, 60_000)).toBe(true);
  await db.execute(sql`update leases set expires_at = now() - interval '1 second' where name = 'test'`);
  const taken = await Promise.all(
    [one, other, crypto.randomUUID()].map((id) => takeLease(db, 'test', id, 60_000)),
  );
  expect(taken.filter(Boolean)).toHaveLength(1);
});

it('a lease granted before the database’s clock was set back can be granted to another process', async () => {
  const db = await store();
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  expect(await takeLease(db, 'test-clock', one, 60_000)).toBe(true);
  await db.execute(sql`update leases set expires_at = now() + interval '11 days' where name = 'test-clock'`);
  expect(await takeLease(db, 'test-clock', other, 60_000)).toBe(true);
  expect(await takeLease(db, 'test-clock', one, 60_000)).toBe(false);
});
