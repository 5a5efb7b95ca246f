/** What can't be taken back, through the proxy: exactly the operation that was asked for, once, by the pages' rules. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listAttempts } from '#lib/data/attempts.ts';
import { startPayment } from '#lib/data/paying.ts';
import { cancelCampaign, sendCampaign } from '#lib/data/sending.ts';
import { store } from '#lib/store/open.ts';
import { findOwners, saveOwners } from '#lib/store/owners.ts';
import { setUpHarness } from './support/harness.ts';
import type { RunAs } from './support/members.ts';
import { errorOf, FORM_TYPE, requestProxy } from './support/proxy.ts';
import { KEY, ORIGIN } from './support/settings.ts';
import { addCampaign, orderAmounts, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 1;
beforeEach(() => {
  harness.service.requests.length = 0;
});

const fresh = (over: Partial<TinyCampaign> = {}) => addCampaign(harness.service, { id: nextId++, ...over });
const asked = () => harness.service.writes();
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const scoped = (id: number, customer = 7) => `/v1/campaigns/customers/${customer}/campaigns/${id}`;
const post = (path: string, form?: Record<string, string>, person: RunAs = harness.sender) =>
  requestProxy(
    person,
    'POST',
    path,
    form ? { body: new URLSearchParams(form).toString(), type: FORM_TYPE } : {},
  );
const back = `redirect_uri=${encodeURIComponent(`${ORIGIN}/campaigns?a=b&c=d`)}`;
const card = { email: 'a@b.example', source: 'tok_visa' };

describe('a customer’s path', () => {
  const deeds: [string, string, (path: string) => Promise<Response>][] = [
    ['send', 'draft', (path) => post(`${path}/send`)],
    ['cancel', 'queued', (path) => post(`${path}/cancel`)],
    ['clone', 'draft', (path) => post(`${path}/clone`)],
    ['pay', 'draft', (path) => post(`${path}/pay?${back}`)],
    ['delete', 'draft', (path) => requestProxy(harness.admin, 'DELETE', path)],
  ];

  it.each(deeds)('is no way to another customer’s campaign: %s', async (_, status, run) => {
    harness.service.customers.add(8);
    const { id } = fresh({ status, customer: 9 });
    await saveOwners(await store(), 9, [id]);
    expect((await errorOf(await run(scoped(id, 8)))).code).toBe('not_found');
    expect(asked()).toEqual([]);
    expect((await findOwners(await store(), [id])).get(id)).toBe(9);
    expect(await harness.viewer(() => listAttempts(id))).toEqual([]);
  });

  it.each(deeds)('is kept to, and teaches whose it is: %s', async (verb, status, run) => {
    const { id } = fresh({ status, customer: 11, paid: verb === 'pay' ? 0 : 10 });
    expect((await run(scoped(id, 11))).status).toBe(200);
    if (verb === 'clone') nextId++;
    const last = verb === 'delete' ? '' : `/${verb}`;
    expect(asked()).toEqual([`${verb === 'delete' ? 'DELETE' : 'POST'} ${scoped(id, 11)}${last}`]);
    expect((await findOwners(await store(), [id])).get(id)).toBe(verb === 'delete' ? undefined : 11);
  });
});

it('what was asked for without a customer goes without one, though the owner is known', async () => {
  const queued = fresh({ status: 'queued' });
  const unpaid = fresh({ paid: 0 });
  await saveOwners(await store(), 7, [queued.id, unpaid.id]);
  await post(`/v1/campaigns/${queued.id}/cancel`);
  await post(`/v1/campaigns/${unpaid.id}/pay?${back}`);
  expect(asked()).toEqual([`POST /v1/campaigns/${queued.id}/cancel`, `POST /v1/campaigns/${unpaid.id}/pay`]);
});

describe('paying', () => {
  it('leads back where the caller said, and hands out plain links only', async () => {
    const { id } = fresh({ paid: 0 });
    const answer = await post(`/v1/campaigns/${id}/pay?${back}`);
    expect(await answer.json()).toEqual({ link: 'https://pay.example/1' });
    const sent = harness.service.requests.find(({ method }) => method === 'POST');
    expect(sent?.url).toBe(`/v1/campaigns/${id}/pay?${back}`);

    harness.service.link = 'javascript:alert(1)';
    const other = fresh({ paid: 0 });
    const error = await errorOf(await post(`/v1/campaigns/${other.id}/pay?${back}`));
    expect(error.code).toBe('service_garbled');
    harness.service.link = 'https://pay.example/1';
  });

  it('leaves no link behind for the pages, whose links lead back in their own way', async () => {
    const campaign = fresh({ paid: 0 });
    await post(`/v1/campaigns/${campaign.id}/pay?${back}`);
    const agreed = { sender_copy: false, ...orderAmounts(campaign) };
    expect(await harness.sender(() => startPayment(campaign.id, { agreed }))).toMatchObject({ ok: true });
    const urls = harness.service.requests.filter(({ method }) => method === 'POST').map(({ url }) => url);
    expect(urls).toHaveLength(2);
    expect(urls[1]).toContain(encodeURIComponent(`${ORIGIN}/pay/return?state=`));
  });

  it('is for drafts that cost something', async () => {
    const paid = fresh({ paid: 10 });
    const sent = fresh({ status: 'sent', paid: 0 });
    for (const { id } of [paid, sent]) {
      expect((await errorOf(await post(`/v1/campaigns/${id}/pay?${back}`))).code).toBe('conflict');
    }
    expect((await errorOf(await post(`/v1/campaigns/${sent.id}/pay_and_send`, card))).code).toBe('conflict');
    expect(asked()).toEqual([]);
  });

  it('and sending in one sends the fields that were given, and no other', async () => {
    const { id } = fresh({ paid: 0 });
    const date = inMinutes(60);
    await post(`/v1/campaigns/${id}/pay_and_send`, { ...card, send_copy_to_sender: '1', date });
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
    const other = fresh({ paid: 0 });
    await post(`/v1/campaigns/${other.id}/pay_and_send`, { email: 'a@b.example' });
    expect(harness.service.requests.findLast(({ method }) => method === 'POST')?.body).toBe(
      'email=a%40b.example',
    );
  });

  it('takes JSON with real types', async () => {
    const { id } = fresh({ paid: 0 });
    const body = JSON.stringify({ ...card, send_copy_to_sender: false });
    const path = `/v1/campaigns/${id}/pay_and_send`;
    const answer = await requestProxy(harness.sender, 'POST', path, { body, type: 'application/json' });
    expect(answer.status).toBe(200);
    expect(harness.service.requests.findLast(({ method }) => method === 'POST')?.body).toBe(
      'send_copy_to_sender=false&source=tok_visa&email=a%40b.example',
    );
    const wrong = JSON.stringify({ ...card, send_copy_to_sender: 'false' });
    const error = await errorOf(
      await requestProxy(harness.sender, 'POST', path, { body: wrong, type: 'application/json' }),
    );
    expect(Object.keys(error.fields ?? {})).toEqual(['send_copy_to_sender']);
  });
});

describe('sending', () => {
  it('keeps to the limits of its version, named as the version names them', async () => {
    const { id } = fresh();
    const outside = [inMinutes(14), inMinutes(91 * 24 * 60)];
    for (const date of outside) {
      const error = await errorOf(await post(`${scoped(id)}/send?date=${encodeURIComponent(date)}`));
      expect(error).toMatchObject({ code: 'invalid', fields: { date: /time/ } });
      const paying = await errorOf(await post(`/v1/campaigns/${id}/pay_and_send`, { ...card, date }));
      expect(paying).toMatchObject({ code: 'invalid', fields: { date: /time/ } });
    }
    const v2 = await errorOf(
      await post(`/v2/campaigns/${id}/send`, { scheduled_at: inMinutes(90 * 24 * 60 + 1) }),
    );
    expect(v2).toMatchObject({ code: 'invalid', fields: { scheduled_at: /less than/ } });
    expect(asked()).toEqual([]);
  });

  it('is for what is paid', async () => {
    for (const money of [{ paid: 0 }, { paid: 0, credit: 10 }]) {
      const { id } = fresh(money);
      expect((await errorOf(await post(`${scoped(id)}/send`))).code).toBe('payment_required');
    }
    expect(asked()).toEqual([]);
  });

  it('on the monthly invoice goes in the member’s own name, whatever address is told about it', async () => {
    const { id } = fresh({ paid: 0 });
    const answer = await post(`/v2/campaigns/${id}/send`, { email: 'other@b.example' });
    expect(answer.status).toBe(200);
    const sent = harness.service.requests.find(({ method }) => method === 'POST');
    expect(sent).toMatchObject({
      url: `/v2/campaigns/${id}/send`,
      body: 'email=other%40b.example',
      headers: { authorization: `Bearer ${KEY} sender@mailroom.test` },
    });
  });

  it('on the monthly invoice knows no campaign whose id is not a number', async () => {
    const error = await errorOf(await post('/v2/campaigns/12abc/send', {}));
    expect(error.code).toBe('not_found');
    expect(harness.service.requests).toEqual([]);
  });
});

describe('once', () => {
  it('for twenty calls at the same time', async () => {
    const { id } = fresh();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(`${scoped(id)}/send`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(['in_progress', 'conflict']).toContain((await errorOf(answer)).code);
    }
    expect(asked()).toHaveLength(1);
  });

  it('for a page and a call, on the customer’s path or without it', async () => {
    const { id } = fresh({ status: 'queued' });
    const results = await Promise.all([
      harness.sender(() => cancelCampaign(id)),
      post(`${scoped(id)}/cancel`),
      post(`/v1/campaigns/${id}/cancel`),
      harness.sender(() => cancelCampaign(id)),
    ]);
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(asked()).toHaveLength(1);
  });

  it('for two calls to clone within a moment, which get the same copy', async () => {
    const { id } = fresh();
    const one = await (await post(`${scoped(id)}/clone`)).json();
    const two = await (await post(`${scoped(id)}/clone`)).json();
    nextId = one.id + 1;
    expect(two.id).toBe(one.id);
    expect(asked()).toHaveLength(1);
  });

  it('when the answer got lost: that is said, and nobody does it again', async () => {
    const { id } = fresh();
    harness.service.fault('POST send', 'drop_before');
    const lost = await errorOf(await post(`${scoped(id)}/send`));
    expect(lost.code).toBe('outcome_unknown');
    expect((await errorOf(await post(`${scoped(id)}/send`))).code).toBe('outcome_unknown');
    expect(await harness.sender(() => sendCampaign(id, {}))).toMatchObject({ failure: { kind: 'unknown' } });
    expect(asked()).toHaveLength(1);
  });

  it('when the answer got lost and a reading shows that it was done, the campaign is the answer', async () => {
    const { id } = fresh();
    harness.service.fault('POST send', 'drop_after');
    const answer = await post(`${scoped(id)}/send`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ id, status: 'queued' });
  });
});
