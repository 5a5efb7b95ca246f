/** Tests that the proxy and the console pages apply the same rules to paying and sending. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listAttempts } from '#lib/data/attempts.ts';
import { startPayment } from '#lib/data/paying.ts';
import { setUpHarness } from './support/harness.ts';
import { postToProxy, REDIRECT_QUERY, readProxyError, requestProxy, scopedPath } from './support/proxy.ts';
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
const post = (path: string, fields?: Record<string, string>) => postToProxy(harness.sender, path, fields);
const CARD = { email: 'a@b.example', source: 'tok_visa' };

describe('paying through the proxy', () => {
  it('forwards the caller’s redirect_uri and returns only safe links', async () => {
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

  it('never returns the caller’s payment link to a page, because pages need a different redirect_uri', async () => {
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

  it('forwards only the given fields to pay_and_send', async () => {
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

  it('accepts booleans in JSON, but refuses the string "false"', async () => {
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

describe('sending through the proxy', () => {
  it('enforces the date limits of each API version and names the invalid field', async () => {
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

  it('is refused unless the campaign is paid for', async () => {
    for (const money of [{ paid: 0 }, { paid: 0, credit: 10 }]) {
      const { id } = addNewCampaign(money);
      expect((await readProxyError(await post(`${scopedPath(id)}/send`))).code).toBe('payment_required');
    }
    expect(listWrites()).toEqual([]);
  });
});

describe('sending through the proxy with billing on the monthly invoice', () => {
  it('authenticates as the member, even if the request contains another email address', async () => {
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

  it('responds with not_found to an id that isn’t a number', async () => {
    const error = await readProxyError(await post('/v2/campaigns/12abc/send', {}));
    expect(error.code).toBe('not_found');
    expect(harness.service.requests).toEqual([]);
  });
});
