/** Two at once: whatever happens first, the outcome is one of those that two after each other could have had. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#lib/contract/limits.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { draftRow, openService, type TestResponse, type TestService } from './fixture.ts';

const EACH = 12;
const email = 'a@b.example';

/** Each campaign has a customer of its own, except the last ones, who share the credit of one. */
const rows = Array.from({ length: 10 * EACH }, (_, i) => draftRow({ customerId: i + 1 }));
const SHARED = rows.length + 1;
const sharedRows = Array.from({ length: 6 }, () => draftRow({ customerId: SHARED, recipientCount: 100 }));
const credits = [...rows.map(() => 0), 3 * 8_500];

describe.each(['PGlite', 'PostgreSQL'] as const)('on %s', (engine) => {
  let postgres: Postgres | undefined;
  let mail: TestService;
  beforeAll(async () => {
    postgres = engine === 'PostgreSQL' ? await startPostgres() : undefined;
    mail = await openService({
      databaseUrl: postgres?.url,
      rows: [...rows, ...sharedRows],
      credits,
      controls: true,
    });
  });
  afterAll(async () => {
    await mail.close();
    await postgres?.stop();
  });

  let next = 0;
  const fresh = () => {
    next += 1;
    return { customer_id: next, id: next };
  };
  const all = <T>(work: () => Promise<TestResponse<T>>) => Promise.all(Array.from({ length: EACH }, work));
  const codes = (answers: readonly TestResponse<object>[]) =>
    answers.map(({ status }) => status).sort((a, b) => a - b);
  const oneOf = (winner: number, loser: number) => [winner, ...Array.from({ length: EACH - 1 }, () => loser)];
  const checkout = async (id: number) => (await mail.call('checkOutCampaign', { id })).body.without_sender;
  const pay = (link: string) =>
    mail.request(link, {
      method: 'POST',
      body: new URLSearchParams({
        number: '4242424242424242',
        expiry: '12/30',
        code: '123',
        name: 'A',
        amount: '112710',
      }),
    });

  test('one pay_and_send wins', async () => {
    const { id } = fresh();
    const answers = await all(() => mail.call('payAndSendCampaign', { id, email, source: 'tok_visa' }));
    expect(codes(answers)).toEqual(oneOf(200, 409));
    expect(await checkout(id)).toMatchObject({ already_paid: '$1,127.10' });
  });

  test('one payment by link wins, over many links to the same campaign', async () => {
    const { id, customer_id } = fresh();
    const opened = await all(() => mail.call('payCampaign', { id, redirect_uri: 'https://c.example/' }));
    const paid = await Promise.all(opened.map(({ body }) => pay(body.link ?? '')));
    expect(codes(paid)).toEqual(oneOf(303, 409).sort());
    const { body: clone } = await mail.call('cloneCampaign', { customer_id, id });
    await mail.call('deleteCampaign', { customer_id, id });
    // Charged once: what comes back as credit is the price once.
    expect(await checkout(clone.id ?? 0)).toMatchObject({ credit: '$1,127.10' });
  });

  test('one payment by one link wins', async () => {
    const { id } = fresh();
    const { link = '' } = (await mail.call('payCampaign', { id, redirect_uri: 'https://c.example/' })).body;
    expect(codes(await all(() => pay(link ?? '')))).toEqual(oneOf(303, 409));
    expect(await checkout(id)).toMatchObject({ already_paid: '$1,127.10', to_be_paid: '$0.00' });
  });

  test('payment by link and pay_and_send: together they charge once', async () => {
    const { id } = fresh();
    const { link = '' } = (await mail.call('payCampaign', { id, redirect_uri: 'https://c.example/' })).body;
    await Promise.all([pay(link ?? ''), mail.call('payAndSendCampaign', { id, email, source: 'tok_visa' })]);
    expect(await checkout(id)).toMatchObject({ already_paid: '$1,127.10', to_be_paid: '$0.00' });
    expect((await mail.call('getCampaign', { id })).body.status).toBe('queued');
  });

  test('one send, one v2 send, one cancel and one delete win', async () => {
    const which = fresh();
    const sent = await all(() => mail.call('sendCampaignOnInvoice', { id: `${which.id}` }));
    expect(codes(sent)).toEqual(oneOf(200, 409));
    expect(codes(await all(() => mail.call('cancelCampaign', { id: which.id })))).toEqual(oneOf(200, 409));
    await pay(
      (await mail.call('payCampaign', { id: which.id, redirect_uri: 'https://c.example/' })).body.link ?? '',
    );
    expect(codes(await all(() => mail.call('sendCampaign', which)))).toEqual(oneOf(200, 409));
    await mail.call('cancelCampaign', { id: which.id });
    expect(codes(await all(() => mail.call('deleteCampaign', which)))).toEqual(oneOf(200, 404));
  });

  test('every one of many clones is a campaign of its own, and the counts say so', async () => {
    const which = fresh();
    const before = (await mail.call('listCampaigns', { status: 'draft' })).body.total_count ?? 0;
    const clones = await all(() => mail.call('cloneCampaign', which));
    expect(new Set(clones.map(({ body }) => body.id)).size).toBe(EACH);
    const { body } = await mail.call('listCustomerCampaigns', { customer_id: which.customer_id });
    expect(body.total_count).toBe(EACH + 1);
    expect((await mail.call('listCampaigns', { status: 'draft' })).body.total_count).toBe(before + EACH);
  });

  test('credit is spent once: six campaigns, and enough for three', async () => {
    const ids = sharedRows.map((_, i) => rows.length + 1 + i);
    const answers = await Promise.all(ids.map((id) => mail.call('payAndSendCampaign', { id, email })));
    expect(codes(answers)).toEqual([200, 200, 200, 402, 402, 402]);
    const { body } = await mail.call('listCustomerCampaigns', { customer_id: SHARED, status: 'queued' });
    expect(body.total_count).toBe(3);
  });

  test('an address goes to one of the customers who ask for it', async () => {
    const mine = Array.from({ length: EACH }, fresh);
    const wanted = 'wanted@customer.example';
    const answers = await Promise.all(
      mine.map(({ id }) => mail.call('updateCustomer', { id, email: wanted })),
    );
    expect(codes(answers)).toEqual(oneOf(200, 422));
  });

  test('many different changes of many campaigns at once leave the lists right', async () => {
    const mine = Array.from({ length: EACH }, fresh);
    await Promise.all(
      mine.map(async ({ id, customer_id }, i) => {
        await mail.call('payAndSendCampaign', { id, email, source: 'tok_visa' });
        if (i % 2 === 0) await mail.call('cancelCampaign', { id });
        if (i % 4 === 0) await mail.call('deleteCampaign', { customer_id, id });
      }),
    );
    const statuses = await Promise.all(
      mine.map(async ({ customer_id }) => {
        const total = async (status?: 'draft' | 'queued') =>
          (await mail.call('listCustomerCampaigns', { customer_id, status })).body.total_count;
        return [await total(), await total('draft'), await total('queued')];
      }),
    );
    expect(statuses).toEqual(
      mine.map((_, i) => (i % 4 === 0 ? [0, 0, 0] : i % 2 === 0 ? [1, 1, 0] : [1, 0, 1])),
    );
  });

  test('cancelling against the line: either it was in time or it was not', async () => {
    const mine = Array.from({ length: EACH }, fresh);
    for (const { id } of mine) await mail.call('payAndSendCampaign', { id, email, source: 'tok_visa' });
    const moved = mail.control('clock', { advance_ms: 15 * MINUTE_MS });
    const cancelled = await Promise.all(mine.map(({ id }) => mail.call('cancelCampaign', { id })));
    await moved;
    const now = await Promise.all(
      mine.map(async ({ id }) => (await mail.call('getCampaign', { id })).body.status),
    );
    expect(now).toEqual(cancelled.map(({ status }) => (status === 200 ? 'draft' : 'processing')));
  });
});
