/** Tests the proxy's Idempotency-Key header. */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { runOperationOnce } from '#lib/data/idempotency.ts';
import { listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { deleteExpiredKeys } from '#lib/store/idempotency-keys.ts';
import { store } from '#lib/store/open.ts';
import { setUpHarness } from './support/harness.ts';
import type { RunAs } from './support/members.ts';
import { FORM_TYPE, REDIRECT_QUERY, readProxyError, requestProxy, scopedPath } from './support/proxy.ts';
import { addCampaign, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 1;
beforeEach(() => {
  harness.service.requests.length = 0;
});

const addNewCampaign = (overrides: Partial<TinyCampaign> = {}) =>
  addCampaign(harness.service, { id: nextId++, ...overrides });
const listWrites = () => harness.service.writes();

interface Send {
  readonly runAs?: RunAs;
  readonly method?: 'POST' | 'DELETE';
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

function send(path: string, key: string, { runAs, method = 'POST', fields, headers }: Send = {}) {
  return requestProxy(runAs ?? harness.admin, method, path, {
    ...(fields && { body: new URLSearchParams(fields).toString(), type: FORM_TYPE }),
    headers: { 'idempotency-key': key, ...headers },
  });
}

describe('a request with a repeated Idempotency-Key', () => {
  const operations: readonly [
    name: string,
    path: (id: number) => string,
    options: Send,
    Partial<TinyCampaign>,
  ][] = [
    ['pay', (id) => `/v1/campaigns/${id}/pay?${REDIRECT_QUERY}`, {}, { paid: 0 }],
    ['pay for a customer', (id) => `${scopedPath(id)}/pay?${REDIRECT_QUERY}`, {}, { paid: 0 }],
    [
      'pay and send',
      (id) => `/v1/campaigns/${id}/pay_and_send`,
      { fields: { email: 'a@b.example', source: 'tok_visa' } },
      { paid: 0 },
    ],
    ['send', (id) => `${scopedPath(id)}/send`, {}, {}],
    [
      'send on invoice',
      (id) => `/v2/campaigns/${id}/send`,
      { fields: { email: 'a@b.example' } },
      { paid: 0 },
    ],
    ['cancel', (id) => `/v1/campaigns/${id}/cancel`, {}, { status: 'queued' }],
    ['cancel for a customer', (id) => `${scopedPath(id)}/cancel`, {}, { status: 'queued' }],
    ['clone', (id) => `${scopedPath(id)}/clone`, {}, {}],
    ['delete', (id) => scopedPath(id), { method: 'DELETE' }, {}],
  ];

  it.each(operations)(
    'returns the first response again and calls the service only once (%s)',
    async (_, path, options, state) => {
      const { id } = addNewCampaign(state);
      const first = await send(path(id), `key-${id}`, options);
      const again = await send(path(id), `key-${id}`, options);
      expect(first.status).toBe(200);
      expect(again.status).toBe(200);
      expect(await again.json()).toEqual(await first.json());
      expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([
        null,
        'true',
      ]);
      expect(listWrites()).toHaveLength(1);
    },
  );

  it('returns the service’s refusal again if the service refused the first request', async () => {
    const { id } = addNewCampaign({ paid: 0 });
    harness.service.injectFault('POST pay_and_send', {
      status: 402,
      body: { error: { code: 'card_declined' } },
    });
    const path = `/v1/campaigns/${id}/pay_and_send`;
    const options = { fields: { email: 'a@b.example', source: 'tok_visa' } };
    const first = await readProxyError(await send(path, `key-${id}`, options));
    const again = await readProxyError(await send(path, `key-${id}`, options));
    expect(first).toMatchObject({ code: 'payment_required' });
    expect(again).toEqual(first);
    expect(listWrites()).toHaveLength(1);
  });

  it('runs the operation again if Mailroom refused the first request before calling the service', async () => {
    const campaign = addNewCampaign({ paid: 0 });
    const path = `${scopedPath(campaign.id)}/send`;
    const first = await readProxyError(await send(path, `key-${campaign.id}`));
    expect(first.code).toBe('payment_required');
    campaign.paid = campaign.price;
    expect((await send(path, `key-${campaign.id}`)).status).toBe(200);
  });

  it('is refused with 422 if it differs from the first request', async () => {
    const { id } = addNewCampaign();
    await send(`${scopedPath(id)}/send`, `key-${id}`);
    const other = addNewCampaign();
    const requests: [string, Send][] = [
      [`${scopedPath(other.id)}/send`, {}],
      [`${scopedPath(id)}/send?date=2040-01-01T00:00:00Z`, {}],
      [scopedPath(id), { method: 'DELETE' }],
    ];
    for (const [path, options] of requests) {
      const error = await readProxyError(await send(path, `key-${id}`, options));
      expect(error.code).toBe('key_reused');
    }
    expect(listWrites()).toHaveLength(1);
  });

  it('is refused with 409 while the first request is in progress', async () => {
    const { id } = addNewCampaign();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(`${scopedPath(id)}/send`, `key-${id}`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(listWrites()).toHaveLength(1);
  });

  it('runs its own operation if another member sent the first request', async () => {
    const [one, two] = [addNewCampaign(), addNewCampaign()];
    expect((await send(`${scopedPath(one.id)}/send`, 'same')).status).toBe(200);
    expect((await send(`${scopedPath(two.id)}/send`, 'same', { runAs: harness.sender })).status).toBe(200);
  });

  it('runs the operation again if the first request had no effect', async () => {
    const campaign = addNewCampaign();
    const { id } = campaign;
    const path = `${scopedPath(id)}/send`;
    harness.service.campaigns.delete(id);
    expect((await send(path, `key-${id}`)).status).toBe(404);
    harness.service.campaigns.set(id, campaign);
    expect((await send(path, `key-${id}`)).status).toBe(200);
  });
});

describe('after a lost response', () => {
  async function loseResponse(fault: 'drop_before' | 'drop_after') {
    const { id } = addNewCampaign();
    const path = `${scopedPath(id)}/send`;
    harness.service.injectFault('POST send', fault);
    // Rereading the campaign also fails, so the outcome stays unknown.
    harness.service.injectFault(`GET ${id}`, 503);
    const first = await send(path, `key-${id}`);
    return { id, path, first };
  }

  it('a repeated request returns the campaign if the send succeeded', async () => {
    const { id, path, first } = await loseResponse('drop_after');
    expect([200, 504]).toContain(first.status);
    const again = await send(path, `key-${id}`);
    expect(again.status).toBe(200);
    expect(await again.json()).toMatchObject({ id, status: 'queued' });
    expect(listWrites()).toHaveLength(1);
  });

  it('a repeated request doesn’t call the service again, and reports that the outcome is unknown', async () => {
    const { id, path } = await loseResponse('drop_before');
    expect((await readProxyError(await send(path, `key-${id}`))).code).toBe('outcome_unknown');
    expect(listWrites()).toHaveLength(1);
  });

  it('a repeated request runs the operation again once a member has recorded that the operation failed', async () => {
    const { id, path } = await loseResponse('drop_before');
    const db = await store();
    await db.execute(
      sql`update attempts set state = 'refused', settled_by = 'member', settled_at = now() where campaign_id = ${id}`,
    );
    expect((await send(path, `key-${id}`)).status).toBe(200);
    expect(await listCampaignAttempts(db, id)).toHaveLength(2);
  });
});

it('an earlier response is returned only if the member still has permission', async () => {
  const { id } = addNewCampaign();
  const input = { customer_id: 7, id };
  await harness.sender(() => runOperationOnce(`key-${id}`, 'sendCampaign', input));
  const { outcome } = await harness.viewer(() => runOperationOnce(`key-${id}`, 'sendCampaign', input));
  expect(outcome).toEqual({ ok: false, failure: { kind: 'forbidden' } });
});

it('an Idempotency-Key is forgotten after 24 hours', async () => {
  const { id } = addNewCampaign();
  await send(`${scopedPath(id)}/send`, `key-${id}`);
  const db = await store();
  await db.execute(
    sql`update idempotency_keys set started_at = started_at - interval '25 hours' where key = ${`key-${id}`}`,
  );
  await deleteExpiredKeys(db);
  const again = await send(`${scopedPath(id)}/send`, `key-${id}`);
  expect((await readProxyError(again)).code).toBe('conflict');
});

it.each(['', 'x'.repeat(256), 'schlüssel', '"unterminated'])(
  'the Idempotency-Key %j is rejected',
  async (key) => {
    const { id } = addNewCampaign();
    const request = requestProxy(harness.admin, 'POST', `${scopedPath(id)}/send`, {
      headers: { 'idempotency-key': Buffer.from(key).toString('latin1') },
    });
    expect(await readProxyError(await request)).toMatchObject({
      code: 'invalid',
      fields: { 'Idempotency-Key': expect.any(String) },
    });
    expect(listWrites()).toEqual([]);
  },
);

it('quotation marks around an Idempotency-Key make no difference', async () => {
  const { id } = addNewCampaign();
  await send(`${scopedPath(id)}/send`, `"key-${id}"`);
  const again = await send(`${scopedPath(id)}/send`, `key-${id}`);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
});

it('card tokens, addresses, and requests are never stored with an Idempotency-Key', async () => {
  const { id } = addNewCampaign({ paid: 0 });
  const fields = { email: 'payer@example.com', source: 'tok_visa_secret' };
  await send(`/v1/campaigns/${id}/pay_and_send`, `key-${id}`, { fields });
  const rows = await (await store()).execute(sql`select * from idempotency_keys where key = ${`key-${id}`}`);
  expect(JSON.stringify(rows)).not.toMatch(/tok_visa_secret|payer@example/);
});
