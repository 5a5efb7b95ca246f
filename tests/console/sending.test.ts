/** Tests that sending, canceling, cloning, and deleting use the right customer's path and run only once. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listAttempts } from '#lib/data/attempts.ts';
import { listCampaigns, readCheckout } from '#lib/data/campaigns.ts';
import { findCampaignOwners } from '#lib/data/names.ts';
import { cancelCampaign, cloneCampaign, deleteCampaign, sendCampaign } from '#lib/data/sending.ts';
import { findOwnedCampaign } from '#lib/index/owners.ts';
import { store } from '#lib/store/open.ts';
import { findOwners, saveOwners } from '#lib/store/owners.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { setUpHarness } from './support/harness.ts';
import { addCampaign, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 1;
const addNewCampaign = (overrides: Partial<TinyCampaign> = {}) =>
  addCampaign(harness.service, { id: nextId++, ...overrides });
const listWrites = () => harness.service.writes();
const send = (id: number, date?: string) => harness.sender(() => sendCampaign(id, { date }));
const cancel = (id: number) => harness.sender(() => cancelCampaign(id));
const clone = (id: number) => harness.sender(() => cloneCampaign(id));
const remove = (id: number) => harness.admin(() => deleteCampaign(id));
const timeInMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

beforeEach(() => {
  harness.service.requests.length = 0;
});

describe('sending', () => {
  it('uses the path of the campaign’s customer and puts the date in the query', async () => {
    const { id } = addNewCampaign({ customer: 8 });
    const date = timeInMinutes(60);
    expect(await send(id, date)).toMatchObject({ ok: true, value: { status: 'queued' } });
    const sent = harness.service.requests.find(({ method }) => method === 'POST');
    expect(sent?.url).toBe(`/v1/campaigns/customers/8/campaigns/${id}/send?date=${encodeURIComponent(date)}`);
    expect(sent?.body).toBe('');
  });

  it('refuses dates less than 15 minutes or more than 90 days in the future', async () => {
    const { id } = addNewCampaign();
    for (const date of [timeInMinutes(14), timeInMinutes(91 * 24 * 60)]) {
      expect(await send(id, date)).toMatchObject({ failure: { kind: 'invalid', fields: { date: /time/ } } });
    }
    expect(listWrites()).toEqual([]);
  });

  it('refuses a date that has no time zone, and sends no request to the service', async () => {
    expect(await send(addNewCampaign().id, '2027-01-01T09:00:00')).toMatchObject({
      failure: { kind: 'invalid' },
    });
    expect(harness.service.requests).toEqual([]);
  });

  it('is refused if the campaign isn’t a draft', async () => {
    for (const status of ['queued', 'mailed', 'no_such_status']) {
      expect(await send(addNewCampaign({ status }).id)).toMatchObject({ failure: { code: 'not_draft' } });
    }
    expect(listWrites()).toEqual([]);
  });

  it('is refused until the campaign is paid, even if credits cover the price', async () => {
    for (const money of [{ paid: 0 }, { paid: 0, credit: 10 }, { paid: 6, credit: 4 }]) {
      expect(await send(addNewCampaign(money).id)).toEqual({
        ok: false,
        failure: { kind: 'refused', status: 402, code: 'payment_required' },
      });
    }
    expect(listWrites()).toEqual([]);
    expect(await send(addNewCampaign({ paid: 10, credit: 5 }).id)).toMatchObject({ ok: true });
  });

  it('uses the campaign’s setting for the copy to the sender', async () => {
    expect(await send(addNewCampaign({ senderCopy: true, paid: 10 }).id)).toMatchObject({
      failure: { code: 'payment_required' },
    });
    expect(await send(addNewCampaign({ senderCopy: true, paid: 11 }).id)).toMatchObject({ ok: true });
  });

  it('calls the service only once for 20 simultaneous clicks', async () => {
    const { id } = addNewCampaign();
    const clicks = await Promise.all(Array.from({ length: 20 }, () => send(id)));
    expect(clicks.filter(({ ok }) => ok)).toHaveLength(1);
    expect(listWrites()).toHaveLength(1);
  });
});

describe('an unresponsive service', () => {
  it('makes a send fail, and delays the send and the next page by less than 10 seconds in total', async () => {
    const { id } = addNewCampaign();
    const started = performance.now();
    harness.service.injectFault('GET checkout', 'hang_after');
    expect(await send(id)).toEqual({ ok: false, failure: { kind: 'slow' } });
    harness.service.injectFault('GET checkout', 'hang_after');
    expect(await harness.sender(() => readCheckout(id))).toEqual({ ok: false, failure: { kind: 'slow' } });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(listWrites()).toEqual([]);
    expect(await send(id)).toMatchObject({ ok: true });
  }, 20_000);
});

describe('canceling', () => {
  it('makes a queued campaign a draft again', async () => {
    const { id } = addNewCampaign({ status: 'queued' });
    expect(await cancel(id)).toMatchObject({ ok: true, value: { status: 'draft' } });
    expect(listWrites()).toEqual([`POST /v1/campaigns/${id}/cancel`]);
  });

  it('is settled by a read after a lost response, but has an unknown outcome after a lost request', async () => {
    const inTime = addNewCampaign({ status: 'queued' });
    harness.service.injectFault('POST cancel', 'drop_after');
    expect(await cancel(inTime.id)).toMatchObject({ ok: true, value: { status: 'draft' } });

    const late = addNewCampaign({ status: 'queued' });
    harness.service.injectFault('POST cancel', 'drop_before');
    expect(await cancel(late.id)).toEqual({ ok: false, failure: { kind: 'unknown' } });
    late.status = 'processing';
    expect(await harness.sender(() => listAttempts(late.id))).toMatchObject([
      { state: 'refused', settledBy: 'reading' },
    ]);
  });

  it('reports that the cancellation window has closed if the campaign is already in production', async () => {
    const campaign = addNewCampaign({ status: 'queued' });
    // The campaign goes into production while the call is in flight.
    const isCancelSent = () => harness.service.writes().length > 0;
    Object.defineProperty(campaign, 'status', { get: () => (isCancelSent() ? 'processing' : 'queued') });
    harness.service.injectFault('POST cancel', 'drop_before');
    expect(await cancel(campaign.id)).toEqual({
      ok: false,
      failure: { kind: 'refused', status: 409, code: 'window_closed' },
    });
  });

  it('succeeds after a send whose response was lost, because a read settles the send first', async () => {
    const { id } = addNewCampaign();
    harness.service.injectFault('POST send', 502);
    await send(id);
    expect(await cancel(id)).toMatchObject({ ok: true, value: { status: 'draft' } });
  });

  it('is refused if the campaign isn’t queued', async () => {
    expect(await cancel(addNewCampaign().id)).toMatchObject({ failure: { code: 'not_queued' } });
    expect(listWrites()).toEqual([]);
  });
});

describe('cloning', () => {
  it('makes only one copy for 20 simultaneous clicks and records the copy’s owner', async () => {
    const { id } = addNewCampaign();
    const clicks = await Promise.all(Array.from({ length: 20 }, () => clone(id)));
    const copyIds = new Set(clicks.flatMap((click) => (click.ok ? [click.value.id] : [])));
    expect(copyIds.size).toBe(1);
    expect(listWrites()).toHaveLength(1);
    const [copyId = 0] = copyIds;
    expect((await findOwners(await store(), [copyId])).get(copyId)).toBe(7);
    nextId = copyId + 1;
  });
});

describe('deleting', () => {
  it('is reported as done after a lost response if the campaign no longer exists', async () => {
    const { id } = addNewCampaign();
    harness.service.injectFault(`DELETE ${id}`, 'drop_after');
    expect(await remove(id)).toMatchObject({ ok: true, value: { id } });
    expect(await harness.admin(() => listAttempts(id))).toMatchObject([
      { state: 'done', settledBy: 'reading' },
    ]);
    expect(await remove(id)).toEqual({ ok: false, failure: { kind: 'missing' } });
  });

  it('is refused for a campaign with an unknown status', async () => {
    expect(await remove(addNewCampaign({ status: 'no_such_status' }).id)).toMatchObject({
      failure: { kind: 'refused' },
    });
    expect(listWrites()).toEqual([]);
  });
});

describe('the owner index', () => {
  it('needs only one search of all customers for a campaign whose owner is unknown', async () => {
    for (const customer of [20, 21, 22, 23]) harness.service.customers.add(customer);
    const { id } = addNewCampaign({ customer: 24 });
    expect(await send(id)).toMatchObject({ ok: true });
    expect((await findOwners(await store(), [id])).get(id)).toBe(24);
    harness.service.requests.length = 0;
    await clone(id);
    nextId += 1;
    expect(harness.service.requestLines()).toEqual([
      `GET /v1/campaigns/customers/24/campaigns/${id}`,
      `POST /v1/campaigns/customers/24/campaigns/${id}/clone`,
    ]);
  });

  it('resumes an interrupted search, so repeated lookups eventually find the owner', async () => {
    for (let customer = 100; customer < 140; customer++) harness.service.customers.add(customer);
    const { id } = addNewCampaign({ customer: 140 });
    const { requests } = harness.service;
    /** A deadline that passes after 12 more requests. */
    const createShortDeadline = (): Deadline => {
      const end = requests.length + 12;
      const deadline: Deadline = {
        left: () => (requests.length < end ? 5_000 : 0),
        within: () => deadline,
      };
      return deadline;
    };
    const outcomes: string[] = [];
    for (let attempts = 0; attempts < 12 && outcomes.at(-1) !== 'found'; attempts++) {
      const owned = await findOwnedCampaign(id, createShortDeadline());
      outcomes.push(owned.ok ? 'found' : owned.failure.kind);
    }
    expect(outcomes.at(-1)).toBe('found');
    expect(new Set(outcomes.slice(0, -1))).toEqual(new Set(['slow']));
    const campaignReads = harness.service.requestLines().filter((line) => line.endsWith(`/campaigns/${id}`));
    expect(campaignReads).toHaveLength(new Set(campaignReads).size);
  });

  it('is corrected before a write if the recorded owner is wrong', async () => {
    const { id } = addNewCampaign({ customer: 24 });
    await saveOwners(await store(), 7, [id]);
    expect(await send(id)).toMatchObject({ ok: true });
    expect(listWrites()).toEqual([`POST /v1/campaigns/customers/24/campaigns/${id}/send`]);
    expect((await findOwners(await store(), [id])).get(id)).toBe(24);
  });

  it('removes a campaign that no longer exists and reports the campaign as missing', async () => {
    await saveOwners(await store(), 7, [9_999]);
    expect(await send(9_999)).toEqual({ ok: false, failure: { kind: 'missing' } });
    expect(await findOwners(await store(), [9_999])).toEqual(new Map());
  });

  it('records owners from customers’ campaign lists and finds the owners of all campaigns on a page', async () => {
    const [a, b] = [addNewCampaign({ customer: 30 }), addNewCampaign({ customer: 31 })];
    await harness.viewer(() => listCampaigns({ customer_id: 30 }));
    expect((await findOwners(await store(), [a.id])).get(a.id)).toBe(30);
    await harness.viewer(() => listCampaigns({ customer_id: 31 }));
    const owners = await harness.viewer(() => findCampaignOwners([a.id, b.id, 123_456]));
    expect(owners).toEqual(
      new Map([
        [a.id, { customerId: 30, email: expect.anything() }],
        [b.id, { customerId: 31, email: expect.anything() }],
      ]),
    );
  });
});
