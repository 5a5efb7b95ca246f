/** Irreversible operations through the proxy: exactly the requested operation, once, under the same rules as on pages. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listAttempts } from '#lib/data/attempts.ts';
import { startPayment } from '#lib/data/paying.ts';
import { cancelCampaign, sendCampaign } from '#lib/data/sending.ts';
import { store } from '#lib/store/open.ts';
import { findOwners, saveOwners } from '#lib/store/owners.ts';
import { setUpHarness } from './support/harness.ts';
import type { RunAs } from './support/members.ts';
import { FORM_TYPE, readProxyError, requestProxy } from './support/proxy.ts';
import { API_KEY, ORIGIN } from './support/settings.ts';
import { addCampaign, orderAmounts, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 1;
beforeEach(() => {
  harness.service.requests.length = 0;
});

const addNewCampaign = (overrides: Partial<TinyCampaign> = {}) =>
  addCampaign(harness.service, { id: nextId++, ...overrides });
const listWrites = () => harness.service.writes();
const timeInMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const scopedPath = (id: number, customer = 7) => `/v1/campaigns/customers/${customer}/campaigns/${id}`;
const post = (path: string, form?: Record<string, string>, runAs: RunAs = harness.sender) =>
  requestProxy(
    runAs,
    'POST',
    path,
    form ? { body: new URLSearchParams(form).toString(), type: FORM_TYPE } : {},
  );
const REDIRECT_QUERY = `redirect_uri=${encodeURIComponent(`${ORIGIN}/campaigns?a=b&c=d`)}`;
const CARD = { email: 'a@b.example', source: 'tok_visa' };

describe('the path of a customer', () => {
  const actions: [string, string, (path: string) => Promise<Response>][] = [
    ['send', 'draft', (path) => post(`${path}/send`)],
    ['cancel', 'queued', (path) => post(`${path}/cancel`)],
    ['clone', 'draft', (path) => post(`${path}/clone`)],
    ['pay', 'draft', (path) => post(`${path}/pay?${REDIRECT_QUERY}`)],
    ['delete', 'draft', (path) => requestProxy(harness.admin, 'DELETE', path)],
  ];

  it.each(actions)('does not reach another customer’s campaign (%s)', async (_, status, run) => {
    harness.service.customers.add(8);
    const { id } = addNewCampaign({ status, customer: 9 });
    await saveOwners(await store(), 9, [id]);
    expect((await readProxyError(await run(scopedPath(id, 8)))).code).toBe('not_found');
    expect(listWrites()).toEqual([]);
    expect((await findOwners(await store(), [id])).get(id)).toBe(9);
    expect(await harness.viewer(() => listAttempts(id))).toEqual([]);
  });

  it.each(actions)(
    'is sent unchanged, and records the campaign’s customer (%s)',
    async (verb, status, run) => {
      const { id } = addNewCampaign({ status, customer: 11, paid: verb === 'pay' ? 0 : 10 });
      expect((await run(scopedPath(id, 11))).status).toBe(200);
      if (verb === 'clone') nextId++;
      const suffix = verb === 'delete' ? '' : `/${verb}`;
      expect(listWrites()).toEqual([
        `${verb === 'delete' ? 'DELETE' : 'POST'} ${scopedPath(id, 11)}${suffix}`,
      ]);
      expect((await findOwners(await store(), [id])).get(id)).toBe(verb === 'delete' ? undefined : 11);
    },
  );
});

it('sends an operation without a customer as such, even if the owner is known', async () => {
  const queued = addNewCampaign({ status: 'queued' });
  const unpaid = addNewCampaign({ paid: 0 });
  await saveOwners(await store(), 7, [queued.id, unpaid.id]);
  await post(`/v1/campaigns/${queued.id}/cancel`);
  await post(`/v1/campaigns/${unpaid.id}/pay?${REDIRECT_QUERY}`);
  expect(listWrites()).toEqual([
    `POST /v1/campaigns/${queued.id}/cancel`,
    `POST /v1/campaigns/${unpaid.id}/pay`,
  ]);
});

describe('paying', () => {
  it('sends the caller’s redirect_uri, and returns only safe links', async () => {
    const { id } = addNewCampaign({ paid: 0 });
    const response = await post(`/v1/campaigns/${id}/pay?${REDIRECT_QUERY}`);
    expect(await response.json()).toEqual({ link: 'https://pay.example/1' });
    const sent = harness.service.requests.find(({ method }) => method === 'POST');
    expect(sent?.url).toBe(`/v1/campaigns/${id}/pay?${REDIRECT_QUERY}`);

    harness.service.paymentLink = 'javascript:alert(1)';
    const other = addNewCampaign({ paid: 0 });
    const error = await readProxyError(await post(`/v1/campaigns/${other.id}/pay?${REDIRECT_QUERY}`));
    expect(error.code).toBe('service_garbled');
    harness.service.paymentLink = 'https://pay.example/1';
  });

  it('does not reuse the caller’s link on pages, whose links have their own redirect_uri', async () => {
    const campaign = addNewCampaign({ paid: 0 });
    await post(`/v1/campaigns/${campaign.id}/pay?${REDIRECT_QUERY}`);
    const agreed = { sender_copy: false, ...orderAmounts(campaign) };
    expect(await harness.sender(() => startPayment(campaign.id, { agreed }))).toMatchObject({ ok: true });
    const urls = harness.service.requests.filter(({ method }) => method === 'POST').map(({ url }) => url);
    expect(urls).toHaveLength(2);
    expect(urls[1]).toContain(encodeURIComponent(`${ORIGIN}/pay/return?state=`));
  });

  it('is refused unless the campaign is an unpaid draft', async () => {
    const paid = addNewCampaign({ paid: 10 });
    const sent = addNewCampaign({ status: 'sent', paid: 0 });
    for (const { id } of [paid, sent]) {
      expect((await readProxyError(await post(`/v1/campaigns/${id}/pay?${REDIRECT_QUERY}`))).code).toBe(
        'conflict',
      );
    }
    expect((await readProxyError(await post(`/v1/campaigns/${sent.id}/pay_and_send`, CARD))).code).toBe(
      'conflict',
    );
    expect(listWrites()).toEqual([]);
  });

  it('sends only the given fields to pay_and_send', async () => {
    const { id } = addNewCampaign({ paid: 0 });
    const date = timeInMinutes(60);
    await post(`/v1/campaigns/${id}/pay_and_send`, { ...CARD, send_copy_to_sender: '1', date });
    const sent = harness.service.requests.find(({ method }) => method === 'POST');
    expect([...new URLSearchParams(sent?.body)]).toEqual([
      ['send_copy_to_sender', 'true'],
      ['date', date],
      ['source', 'tok_visa'],
      ['email', 'a@b.example'],
    ]);
    const attempts = await harness.viewer(() => listAttempts(id));
    expect(attempts).toMatchObject([{ state: 'done', amount: '$11.00', by: 'sender@mailroom.test' }]);
    expect(JSON.stringify(attempts)).not.toContain('tok_visa');
    const other = addNewCampaign({ paid: 0 });
    await post(`/v1/campaigns/${other.id}/pay_and_send`, { email: 'a@b.example' });
    expect(harness.service.requests.findLast(({ method }) => method === 'POST')?.body).toBe(
      'email=a%40b.example',
    );
  });

  it('accepts JSON with booleans, and refuses them as strings', async () => {
    const { id } = addNewCampaign({ paid: 0 });
    const body = JSON.stringify({ ...CARD, send_copy_to_sender: false });
    const path = `/v1/campaigns/${id}/pay_and_send`;
    const response = await requestProxy(harness.sender, 'POST', path, { body, type: 'application/json' });
    expect(response.status).toBe(200);
    expect(harness.service.requests.findLast(({ method }) => method === 'POST')?.body).toBe(
      'send_copy_to_sender=false&source=tok_visa&email=a%40b.example',
    );
    const wrongBody = JSON.stringify({ ...CARD, send_copy_to_sender: 'false' });
    const error = await readProxyError(
      await requestProxy(harness.sender, 'POST', path, { body: wrongBody, type: 'application/json' }),
    );
    expect(Object.keys(error.fields ?? {})).toEqual(['send_copy_to_sender']);
  });
});

describe('sending', () => {
  it('enforces the date limits of each version and names its field', async () => {
    const { id } = addNewCampaign();
    const outsideDates = [timeInMinutes(14), timeInMinutes(91 * 24 * 60)];
    for (const date of outsideDates) {
      const error = await readProxyError(
        await post(`${scopedPath(id)}/send?date=${encodeURIComponent(date)}`),
      );
      expect(error).toMatchObject({ code: 'invalid', fields: { date: /time/ } });
      const paymentError = await readProxyError(
        await post(`/v1/campaigns/${id}/pay_and_send`, { ...CARD, date }),
      );
      expect(paymentError).toMatchObject({ code: 'invalid', fields: { date: /time/ } });
    }
    const v2 = await readProxyError(
      await post(`/v2/campaigns/${id}/send`, { scheduled_at: timeInMinutes(90 * 24 * 60 + 1) }),
    );
    expect(v2).toMatchObject({ code: 'invalid', fields: { scheduled_at: /less than/ } });
    expect(listWrites()).toEqual([]);
  });

  it('is refused unless the campaign is paid', async () => {
    for (const money of [{ paid: 0 }, { paid: 0, credit: 10 }]) {
      const { id } = addNewCampaign(money);
      expect((await readProxyError(await post(`${scopedPath(id)}/send`))).code).toBe('payment_required');
    }
    expect(listWrites()).toEqual([]);
  });

  it('on the invoice authenticates as the member, even if another email address is notified', async () => {
    const { id } = addNewCampaign({ paid: 0 });
    const response = await post(`/v2/campaigns/${id}/send`, { email: 'other@b.example' });
    expect(response.status).toBe(200);
    const sent = harness.service.requests.find(({ method }) => method === 'POST');
    expect(sent).toMatchObject({
      url: `/v2/campaigns/${id}/send`,
      body: 'email=other%40b.example',
      headers: { authorization: `Bearer ${API_KEY} sender@mailroom.test` },
    });
  });

  it('on the invoice responds not_found to an id that is not a number', async () => {
    const error = await readProxyError(await post('/v2/campaigns/12abc/send', {}));
    expect(error.code).toBe('not_found');
    expect(harness.service.requests).toEqual([]);
  });
});

describe('an irreversible operation', () => {
  it('runs once for twenty simultaneous calls', async () => {
    const { id } = addNewCampaign();
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(`${scopedPath(id)}/send`)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 200)) {
      expect(['in_progress', 'conflict']).toContain((await readProxyError(response)).code);
    }
    expect(listWrites()).toHaveLength(1);
  });

  it('runs once when pages and both paths of the proxy start it', async () => {
    const { id } = addNewCampaign({ status: 'queued' });
    const results = await Promise.all([
      harness.sender(() => cancelCampaign(id)),
      post(`${scopedPath(id)}/cancel`),
      post(`/v1/campaigns/${id}/cancel`),
      harness.sender(() => cancelCampaign(id)),
    ]);
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(listWrites()).toHaveLength(1);
  });

  it('returns the same copy to two clone calls in quick succession', async () => {
    const { id } = addNewCampaign();
    const first = await (await post(`${scopedPath(id)}/clone`)).json();
    const second = await (await post(`${scopedPath(id)}/clone`)).json();
    nextId = first.id + 1;
    expect(second.id).toBe(first.id);
    expect(listWrites()).toHaveLength(1);
  });

  it('reports an unknown outcome after a lost request, and is not repeated', async () => {
    const { id } = addNewCampaign();
    harness.service.injectFault('POST send', 'drop_before');
    const error = await readProxyError(await post(`${scopedPath(id)}/send`));
    expect(error.code).toBe('outcome_unknown');
    expect((await readProxyError(await post(`${scopedPath(id)}/send`))).code).toBe('outcome_unknown');
    expect(await harness.sender(() => sendCampaign(id, {}))).toMatchObject({ failure: { kind: 'unknown' } });
    expect(listWrites()).toHaveLength(1);
  });

  it('returns the campaign after a lost response if a read shows that it was done', async () => {
    const { id } = addNewCampaign();
    harness.service.injectFault('POST send', 'drop_after');
    const response = await post(`${scopedPath(id)}/send`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ id, status: 'queued' });
  });
});
