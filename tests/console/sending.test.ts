/** Send, cancel, clone and delete: whose campaign it is, once, and what a lost answer means. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { attemptsOf } from '#lib/data/attempts.ts';
import { checkOut, listCampaigns } from '#lib/data/campaigns.ts';
import { ownersOf } from '#lib/data/owners.ts';
import { cancelCampaign, cloneCampaign, deleteCampaign, sendCampaign } from '#lib/data/sending.ts';
import { ownedCampaign } from '#lib/owners/owner-index.ts';
import { store } from '#lib/store/open.ts';
import { findOwners, putOwners } from '#lib/store/owners.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { setUpHarness } from './support/harness.ts';
import { put, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 1;
const fresh = (over: Partial<TinyCampaign> = {}) => put(harness.service, { id: nextId++, ...over });
const asked = () => harness.service.writes();
const send = (id: number, date?: string) => harness.sender(() => sendCampaign(id, { date }));
const cancel = (id: number) => harness.sender(() => cancelCampaign(id));
const clone = (id: number) => harness.sender(() => cloneCampaign(id));
const remove = (id: number) => harness.admin(() => deleteCampaign(id));
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

beforeEach(() => {
  harness.service.requests.length = 0;
});

describe('sending', () => {
  it('goes to the campaign’s customer, with the date in the query', async () => {
    const { id } = fresh({ customer: 8 });
    const date = inMinutes(60);
    expect(await send(id, date)).toMatchObject({ ok: true, value: { status: 'queued' } });
    const sent = harness.service.requests.find(({ method }) => method === 'POST');
    expect(sent?.url).toBe(`/v1/campaigns/customers/8/campaigns/${id}/send?date=${encodeURIComponent(date)}`);
    expect(sent?.body).toBe('');
  });

  it('keeps to the limits of part 8 by the service’s clock', async () => {
    const { id } = fresh();
    for (const date of [inMinutes(14), inMinutes(91 * 24 * 60)]) {
      expect(await send(id, date)).toMatchObject({ failure: { kind: 'invalid', fields: { date: /time/ } } });
    }
    expect(asked()).toEqual([]);
  });

  it('refuses a date without a zone before asking for anything', async () => {
    expect(await send(fresh().id, '2027-01-01T09:00:00')).toMatchObject({ failure: { kind: 'invalid' } });
    expect(harness.service.requests).toEqual([]);
  });

  it('is for drafts only', async () => {
    for (const status of ['queued', 'mailed', 'no_such_status']) {
      expect(await send(fresh({ status }).id)).toMatchObject({ failure: { code: 'not_draft' } });
    }
    expect(asked()).toEqual([]);
  });

  it('is for what has been paid: credits are spent at checkout only, where a person agrees to it', async () => {
    for (const money of [{ paid: 0 }, { paid: 0, credit: 10 }, { paid: 6, credit: 4 }]) {
      expect(await send(fresh(money).id)).toEqual({
        ok: false,
        failure: { kind: 'refused', status: 402, code: 'payment_required' },
      });
    }
    expect(asked()).toEqual([]);
    expect(await send(fresh({ paid: 10, credit: 5 }).id)).toMatchObject({ ok: true });
  });

  it('goes by the campaign’s own setting for the sender’s copy', async () => {
    expect(await send(fresh({ senderCopy: true, paid: 10 }).id)).toMatchObject({
      failure: { code: 'payment_required' },
    });
    expect(await send(fresh({ senderCopy: true, paid: 11 }).id)).toMatchObject({ ok: true });
  });

  it('happens once for twenty clicks', async () => {
    const { id } = fresh();
    const clicks = await Promise.all(Array.from({ length: 20 }, () => send(id)));
    expect(clicks.filter(({ ok }) => ok)).toHaveLength(1);
    expect(asked()).toHaveLength(1);
  });
});

describe('a service that says nothing', () => {
  it('leaves nothing sent, and the page that is read next the rest of ten seconds', async () => {
    const { id } = fresh();
    const started = performance.now();
    harness.service.fault('GET checkout', 'hang_after');
    expect(await send(id)).toEqual({ ok: false, failure: { kind: 'slow' } });
    harness.service.fault('GET checkout', 'hang_after');
    expect(await harness.sender(() => checkOut(id))).toEqual({ ok: false, failure: { kind: 'slow' } });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(asked()).toEqual([]);
    expect(await send(id)).toMatchObject({ ok: true });
  }, 20_000);
});

describe('cancelling', () => {
  it('brings back a draft', async () => {
    const { id } = fresh({ status: 'queued' });
    expect(await cancel(id)).toMatchObject({ ok: true, value: { status: 'draft' } });
    expect(asked()).toEqual([`POST /v1/campaigns/${id}/cancel`]);
  });

  it('that got no answer is reported as it turned out', async () => {
    const inTime = fresh({ status: 'queued' });
    harness.service.fault('POST cancel', 'drop_after');
    expect(await cancel(inTime.id)).toMatchObject({ ok: true, value: { status: 'draft' } });

    const late = fresh({ status: 'queued' });
    harness.service.fault('POST cancel', 'drop_before');
    expect(await cancel(late.id)).toEqual({ ok: false, failure: { kind: 'unknown' } });
    late.status = 'processing';
    expect(await harness.sender(() => attemptsOf(late.id))).toMatchObject([
      { state: 'refused', settledBy: 'reading' },
    ]);
  });

  it('that lost its answer and came too late says so', async () => {
    const campaign = fresh({ status: 'queued' });
    // It goes to production while the call is under way.
    const isAsked = () => harness.service.writes().length > 0;
    Object.defineProperty(campaign, 'status', { get: () => (isAsked() ? 'processing' : 'queued') });
    harness.service.fault('POST cancel', 'drop_before');
    expect(await cancel(campaign.id)).toEqual({
      ok: false,
      failure: { kind: 'refused', status: 409, code: 'window_closed' },
    });
  });

  it('can follow a send whose answer was lost, as soon as reading has found it', async () => {
    const { id } = fresh();
    harness.service.fault('POST send', 502);
    await send(id);
    expect(await cancel(id)).toMatchObject({ ok: true, value: { status: 'draft' } });
  });

  it('is for what is queued only', async () => {
    expect(await cancel(fresh().id)).toMatchObject({ failure: { code: 'not_queued' } });
    expect(asked()).toEqual([]);
  });
});

describe('cloning and deleting', () => {
  it('twenty clicks make one copy, and all that follow get to see it', async () => {
    const { id } = fresh();
    const clicks = await Promise.all(Array.from({ length: 20 }, () => clone(id)));
    const copies = new Set(clicks.flatMap((click) => (click.ok ? [click.value.id] : [])));
    expect(copies.size).toBe(1);
    expect(asked()).toHaveLength(1);
    const [copy = 0] = copies;
    expect((await findOwners(await store(), [copy])).get(copy)).toBe(7);
    nextId = copy + 1;
  });

  it('a deletion that got no answer is done when the campaign is gone', async () => {
    const { id } = fresh();
    harness.service.fault(`DELETE ${id}`, 'drop_after');
    expect(await remove(id)).toMatchObject({ ok: true, value: { id } });
    expect(await harness.admin(() => attemptsOf(id))).toMatchObject([
      { state: 'done', settledBy: 'reading' },
    ]);
    expect(await remove(id)).toEqual({ ok: false, failure: { kind: 'missing' } });
  });

  it('nothing in an unknown status is deleted', async () => {
    expect(await remove(fresh({ status: 'no_such_status' }).id)).toMatchObject({
      failure: { kind: 'refused' },
    });
    expect(asked()).toEqual([]);
  });
});

describe('the owner index', () => {
  it('finds an unknown owner among the customers, once', async () => {
    for (const customer of [20, 21, 22, 23]) harness.service.customers.add(customer);
    const { id } = fresh({ customer: 24 });
    expect(await send(id)).toMatchObject({ ok: true });
    expect((await findOwners(await store(), [id])).get(id)).toBe(24);
    harness.service.requests.length = 0;
    await clone(id);
    nextId += 1;
    expect(harness.service.lines()).toEqual([
      `GET /v1/campaigns/customers/24/campaigns/${id}`,
      `POST /v1/campaigns/customers/24/campaigns/${id}/clone`,
    ]);
  });

  it('goes on where the last try had no time left, so that several find what one can’t', async () => {
    for (let customer = 100; customer < 140; customer++) harness.service.customers.add(customer);
    const { id } = fresh({ customer: 140 });
    const { requests } = harness.service;
    /** Over as soon as a dozen more requests have come. */
    const aDozen = (): Deadline => {
      const end = requests.length + 12;
      const deadline: Deadline = {
        left: () => (requests.length < end ? 5_000 : 0),
        within: () => deadline,
      };
      return deadline;
    };
    const kinds: string[] = [];
    for (let tries = 0; tries < 12 && kinds.at(-1) !== 'found'; tries++) {
      const owned = await ownedCampaign(id, aDozen());
      kinds.push(owned.ok ? 'found' : owned.failure.kind);
    }
    expect(kinds.at(-1)).toBe('found');
    expect(new Set(kinds.slice(0, -1))).toEqual(new Set(['slow']));
    const asked = harness.service.lines().filter((line) => line.endsWith(`/campaigns/${id}`));
    expect(asked).toHaveLength(new Set(asked).size);
  });

  it('is corrected when it is wrong, before anything is sent', async () => {
    const { id } = fresh({ customer: 24 });
    await putOwners(await store(), 7, [id]);
    expect(await send(id)).toMatchObject({ ok: true });
    expect(asked()).toEqual([`POST /v1/campaigns/customers/24/campaigns/${id}/send`]);
    expect((await findOwners(await store(), [id])).get(id)).toBe(24);
  });

  it('says missing when the campaign is nobody’s, and lets go of it', async () => {
    await putOwners(await store(), 7, [9_999]);
    expect(await send(9_999)).toEqual({ ok: false, failure: { kind: 'missing' } });
    expect(await findOwners(await store(), [9_999])).toEqual(new Map());
  });

  it('learns from scoped lists, and looks for what a page shows', async () => {
    const [a, b] = [fresh({ customer: 30 }), fresh({ customer: 31 })];
    await harness.viewer(() => listCampaigns({ customer_id: 30 }));
    expect((await findOwners(await store(), [a.id])).get(a.id)).toBe(30);
    const owners = await harness.viewer(() => ownersOf([a.id, b.id, 123_456]));
    expect([...owners]).toEqual([
      [a.id, { customerId: 30, email: expect.anything() }],
      [b.id, { customerId: 31, email: expect.anything() }],
    ]);
  });
});
