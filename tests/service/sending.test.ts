import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import {
  draftRow,
  NO_CREDIT,
  openService,
  START,
  statusAndCode,
  type TestService,
  v1Headers,
} from './fixture.ts';

const paid = draftRow({ paidCents: 112_710 });

let service: TestService;
let nextId = 1;
beforeAll(async () => {
  service = await openService({ rows: Array.from({ length: 30 }, () => paid), controls: true });
});
afterAll(() => service.close());

/** Returns the ids of an unused campaign and its customer. */
const nextCampaign = () => ({ customer_id: NO_CREDIT, id: nextId++ });
const timeAhead = (ms: number) => new Date(START + ms).toISOString();
const email = 'books@console.example';

describe('the send time (4.3, 4.7, part 8)', () => {
  const limits = [
    ['in 14:59 minutes', 15 * MINUTE_MS - 1000, '422 date_too_early', '422 date_too_early'],
    ['in 15:00 minutes', 15 * MINUTE_MS, 'queued', 'in_queue'],
    ['in 90 days', 90 * DAY_MS, 'queued', '422 date_too_late'],
    ['in 90 days minus 1 ms', 90 * DAY_MS - 1, 'queued', 'in_queue'],
    ['in 90 days plus 1 s', 90 * DAY_MS + 1000, '422 date_too_late', '422 date_too_late'],
    ['of yesterday', -DAY_MS, '422 date_too_early', '422 date_too_early'],
  ] as const;

  test.each(limits)('v1 send applies its limits to a send time %s', async (_name, ms, expected) => {
    const response = await service.call('sendCampaign', { ...nextCampaign(), date: timeAhead(ms) });
    expect(response.body.status ?? statusAndCode(response)).toBe(expected);
    if (expected === 'queued') expect(response.body.scheduled_at).toBe(timeAhead(ms));
    else expect(response.body.error?.fields).toEqual({ date: expect.stringContaining('15 minutes') });
  });

  test.each(limits)('pay_and_send applies its limits to a send time %s', async (_name, ms, expected) => {
    const response = await service.call('payAndSendCampaign', {
      id: nextCampaign().id,
      email,
      date: timeAhead(ms),
    });
    expect(response.body.status ?? statusAndCode(response)).toBe(expected);
  });

  test.each(limits)('v2 send applies its limits to a send time %s', async (_name, ms, _v1, expected) => {
    const response = await service.call('sendCampaignOnInvoice', {
      id: `${nextCampaign().id}`,
      scheduled_at: timeAhead(ms),
    });
    expect(response.body.status ?? statusAndCode(response)).toBe(expected);
    if (expected !== 'in_queue') expect(response.body.error?.fields).toHaveProperty('scheduled_at');
  });

  test('defaults to 15 minutes from now', async () => {
    expect((await service.call('sendCampaign', nextCampaign())).body.scheduled_at).toBe(
      timeAhead(15 * MINUTE_MS),
    );
    const sent = await service.call('sendCampaignOnInvoice', { id: `${nextCampaign().id}` });
    expect(sent.body.scheduled_at).toBe(timeAhead(15 * MINUTE_MS));
  });

  test.each(['tomorrow', '2026-12-01', '2026-12-01T10:00:00', ''])(
    'can’t be %o, because a send time needs a date, a time, and a time zone',
    async (date) => {
      const { id } = nextCampaign();
      const response = await service.request(
        `/v1/campaigns/customers/1/campaigns/${id}/send?${new URLSearchParams({ date })}`,
        {
          method: 'POST',
          headers: v1Headers,
        },
      );
      expect([statusAndCode(response), Object.keys(response.body.error?.fields ?? {})]).toEqual([
        '400 invalid_input',
        ['date'],
      ]);
    },
  );
});

describe('canceling (4.3 rule 4)', () => {
  test('is possible until the last millisecond before the send time', async () => {
    const [early, late] = [nextCampaign(), nextCampaign()];
    await service.call('sendCampaign', early);
    await service.call('sendCampaign', { ...late, date: timeAhead(60 * MINUTE_MS) });
    const advance = (ms: number) => service.control('clock', { advance_ms: ms });

    await advance(15 * MINUTE_MS - 1);
    expect((await service.call('cancelCampaign', { id: early.id })).body.status).toBe('draft');
    await service.call('sendCampaign', early);
    await advance(15 * MINUTE_MS);
    expect(statusAndCode(await service.call('cancelCampaign', { id: early.id }))).toBe('409 window_closed');
    expect(statusAndCode(await service.call('cancelCustomerCampaign', early))).toBe('409 window_closed');
    expect((await service.call('cancelCustomerCampaign', late)).body.status).toBe('draft');
  });

  test('is refused for a draft', async () => {
    expect(statusAndCode(await service.call('cancelCampaign', { id: nextCampaign().id }))).toBe(
      '409 not_queued',
    );
  });
});

describe('a campaign that is not a draft', () => {
  test('can be cloned, but not sent, paid for, or deleted', async () => {
    const ids = nextCampaign();
    await service.call('sendCampaign', ids);
    expect(statusAndCode(await service.call('sendCampaign', ids))).toBe('409 not_a_draft');
    expect(statusAndCode(await service.call('sendCampaignOnInvoice', { id: `${ids.id}` }))).toBe(
      '409 not_a_draft',
    );
    expect(statusAndCode(await service.call('payAndSendCampaign', { id: ids.id, email }))).toBe(
      '409 not_a_draft',
    );
    expect(statusAndCode(await service.call('deleteCampaign', ids))).toBe('409 not_a_draft');
    const { body: original } = await service.call('getCampaign', { id: ids.id });
    const { body: clone } = await service.call('cloneCampaign', ids);
    expect(clone).toEqual({
      ...original,
      id: clone.id,
      status: 'draft',
      scheduled_at: null,
      expected_delivery_date: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(clone.id).toBeGreaterThan(30);
  });
});

test('an unknown campaign results in status 404', async () => {
  for (const id of [999, 9_007_199_254_740_991]) {
    expect(statusAndCode(await service.call('getCampaign', { id }))).toBe('404 not_found');
    expect(statusAndCode(await service.call('payAndSendCampaign', { id, email }))).toBe('404 not_found');
    expect(statusAndCode(await service.call('cancelCampaign', { id }))).toBe('404 not_found');
    expect(statusAndCode(await service.call('sendCampaignOnInvoice', { id: `${id}` }))).toBe('404 not_found');
  }
  expect(statusAndCode(await service.call('sendCampaignOnInvoice', { id: 'a-name' }))).toBe('404 not_found');
});
