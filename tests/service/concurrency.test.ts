/** Tests that concurrent requests have the same outcome as if they had run one after another. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#lib/time-units.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { draftRow, openService, type TestResponse, type TestService } from './fixture.ts';

const CONCURRENCY = 12;
const email = 'a@b.example';

/** Each campaign has its own customer, except for the last six campaigns, which belong to one customer. */
const rows = Array.from({ length: 10 * CONCURRENCY }, (_, i) => draftRow({ customerId: i + 1 }));
const SHARED = rows.length + 1;
const sharedRows = Array.from({ length: 6 }, () => draftRow({ customerId: SHARED, recipientCount: 100 }));
const credits = [...rows.map(() => 0), 3 * 8_500];

describe.each(['PGlite', 'PostgreSQL'] as const)('concurrent requests to a service on %s', (engine) => {
  let postgres: Postgres | undefined;
  let service: TestService;
  beforeAll(async () => {
    postgres = engine === 'PostgreSQL' ? await startPostgres() : undefined;
    service = await openService({
      databaseUrl: postgres?.url,
      rows: [...rows, ...sharedRows],
      credits,
      controls: true,
    });
  });
  afterAll(async () => {
    await service.close();
    await postgres?.stop();
  });

  let lastId = 0;
  const nextCampaign = () => {
    lastId += 1;
    return { customer_id: lastId, id: lastId };
  };
  const runConcurrently = <T>(work: () => Promise<TestResponse<T>>) =>
    Promise.all(Array.from({ length: CONCURRENCY }, work));
  const sortedStatuses = (responses: readonly TestResponse<object>[]) =>
    responses.map(({ status }) => status).sort((a, b) => a - b);
  const oneSuccess = (success: number, failure: number) => [
    success,
    ...Array.from({ length: CONCURRENCY - 1 }, () => failure),
  ];
  const readPriceBlock = async (id: number) =>
    (await service.call('checkOutCampaign', { id })).body.without_sender;
  const pay = (link: string) =>
    service.request(link, {
      method: 'POST',
      body: new URLSearchParams({
        number: '4242424242424242',
        expiry: '12/30',
        code: '123',
        name: 'A',
        amount: '112710',
      }),
    });

  test('pay_and_send succeeds only once per campaign', async () => {
    const { id } = nextCampaign();
    const responses = await runConcurrently(() =>
      service.call('payAndSendCampaign', { id, email, source: 'tok_visa' }),
    );
    expect(sortedStatuses(responses)).toEqual(oneSuccess(200, 409));
    expect(await readPriceBlock(id)).toMatchObject({ already_paid: '$1,127.10' });
  });

  test('only one of several payment links for the same campaign can be used to pay', async () => {
    const { id, customer_id } = nextCampaign();
    const opened = await runConcurrently(() =>
      service.call('payCampaign', { id, redirect_uri: 'https://c.example/' }),
    );
    const paid = await Promise.all(opened.map(({ body }) => pay(body.link ?? '')));
    expect(sortedStatuses(paid)).toEqual(oneSuccess(303, 409).sort());
    const { body: clone } = await service.call('cloneCampaign', { customer_id, id });
    await service.call('deleteCampaign', { customer_id, id });
    // The credit from the deleted campaign equals the price, so the card was charged only once.
    expect(await readPriceBlock(clone.id ?? 0)).toMatchObject({ credit: '$1,127.10' });
  });

  test('a payment link can be used to pay only once', async () => {
    const { id } = nextCampaign();
    const { link = '' } = (await service.call('payCampaign', { id, redirect_uri: 'https://c.example/' }))
      .body;
    expect(sortedStatuses(await runConcurrently(() => pay(link ?? '')))).toEqual(oneSuccess(303, 409));
    expect(await readPriceBlock(id)).toMatchObject({ already_paid: '$1,127.10', to_be_paid: '$0.00' });
  });

  test('simultaneous payments by link and with pay_and_send charge for the campaign only once', async () => {
    const { id } = nextCampaign();
    const { link = '' } = (await service.call('payCampaign', { id, redirect_uri: 'https://c.example/' }))
      .body;
    await Promise.all([
      pay(link ?? ''),
      service.call('payAndSendCampaign', { id, email, source: 'tok_visa' }),
    ]);
    expect(await readPriceBlock(id)).toMatchObject({ already_paid: '$1,127.10', to_be_paid: '$0.00' });
    expect((await service.call('getCampaign', { id })).body.status).toBe('queued');
  });

  test('v2 send, cancel, v1 send, and delete each succeed only once per campaign', async () => {
    const ids = nextCampaign();
    const sent = await runConcurrently(() => service.call('sendCampaignOnInvoice', { id: `${ids.id}` }));
    expect(sortedStatuses(sent)).toEqual(oneSuccess(200, 409));
    expect(
      sortedStatuses(await runConcurrently(() => service.call('cancelCampaign', { id: ids.id }))),
    ).toEqual(oneSuccess(200, 409));
    await pay(
      (await service.call('payCampaign', { id: ids.id, redirect_uri: 'https://c.example/' })).body.link ?? '',
    );
    expect(sortedStatuses(await runConcurrently(() => service.call('sendCampaign', ids)))).toEqual(
      oneSuccess(200, 409),
    );
    await service.call('cancelCampaign', { id: ids.id });
    expect(sortedStatuses(await runConcurrently(() => service.call('deleteCampaign', ids)))).toEqual(
      oneSuccess(200, 404),
    );
  });

  test('every clone request creates a separate campaign, and the lists’ total counts include every clone', async () => {
    const ids = nextCampaign();
    const before = (await service.call('listCampaigns', { status: 'draft' })).body.total_count ?? 0;
    const clones = await runConcurrently(() => service.call('cloneCampaign', ids));
    expect(new Set(clones.map(({ body }) => body.id)).size).toBe(CONCURRENCY);
    const { body } = await service.call('listCustomerCampaigns', { customer_id: ids.customer_id });
    expect(body.total_count).toBe(CONCURRENCY + 1);
    expect((await service.call('listCampaigns', { status: 'draft' })).body.total_count).toBe(
      before + CONCURRENCY,
    );
  });

  test('credit for three campaigns pays for only three of six campaigns', async () => {
    const ids = sharedRows.map((_, i) => rows.length + 1 + i);
    const responses = await Promise.all(ids.map((id) => service.call('payAndSendCampaign', { id, email })));
    expect(sortedStatuses(responses)).toEqual([200, 200, 200, 402, 402, 402]);
    const { body } = await service.call('listCustomerCampaigns', { customer_id: SHARED, status: 'queued' });
    expect(body.total_count).toBe(3);
  });

  test('only one of several customers that request the same email address gets it', async () => {
    const campaigns = Array.from({ length: CONCURRENCY }, nextCampaign);
    const sharedEmail = 'wanted@customer.example';
    const responses = await Promise.all(
      campaigns.map(({ id }) => service.call('updateCustomer', { id, email: sharedEmail })),
    );
    expect(sortedStatuses(responses)).toEqual(oneSuccess(200, 422));
  });

  test('list counts stay correct during many concurrent changes', async () => {
    const campaigns = Array.from({ length: CONCURRENCY }, nextCampaign);
    await Promise.all(
      campaigns.map(async ({ id, customer_id }, i) => {
        await service.call('payAndSendCampaign', { id, email, source: 'tok_visa' });
        if (i % 2 === 0) await service.call('cancelCampaign', { id });
        if (i % 4 === 0) await service.call('deleteCampaign', { customer_id, id });
      }),
    );
    const statuses = await Promise.all(
      campaigns.map(async ({ customer_id }) => {
        const total = async (status?: 'draft' | 'queued') =>
          (await service.call('listCustomerCampaigns', { customer_id, status })).body.total_count;
        return [await total(), await total('draft'), await total('queued')];
      }),
    );
    expect(statuses).toEqual(
      campaigns.map((_, i) => (i % 4 === 0 ? [0, 0, 0] : i % 2 === 0 ? [1, 1, 0] : [1, 0, 1])),
    );
  });

  test('a campaign that is canceled at its send time either becomes a draft or goes into production', async () => {
    const campaigns = Array.from({ length: CONCURRENCY }, nextCampaign);
    for (const { id } of campaigns)
      await service.call('payAndSendCampaign', { id, email, source: 'tok_visa' });
    const advanced = service.control('clock', { advance_ms: 15 * MINUTE_MS });
    const canceled = await Promise.all(campaigns.map(({ id }) => service.call('cancelCampaign', { id })));
    await advanced;
    const statuses = await Promise.all(
      campaigns.map(async ({ id }) => (await service.call('getCampaign', { id })).body.status),
    );
    expect(statuses).toEqual(canceled.map(({ status }) => (status === 200 ? 'draft' : 'processing')));
  });
});
