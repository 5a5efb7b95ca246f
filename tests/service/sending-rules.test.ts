import { describe, expect, test } from 'vitest';
import { V1_STATUSES } from '#lib/contract/campaign-values.ts';
import { LATEST_SEND_MS } from '#lib/contract/service-limits.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import { expectedDeliveryDate, MAILING_MS, PROCESSING_MS } from '#service/rules/production-times.ts';
import { checkCancel, checkSend, resolveSendTime } from '#service/rules/sending.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const draft = { status: 'draft', scheduledAt: null } as const;
const paid = { toBePaidCents: 0 };

describe('the send time (4.3 rules 2 and 3, 4.7, part 8)', () => {
  test('defaults to 15 minutes from now', () =>
    expect(resolveSendTime(undefined, NOW)).toBe(NOW + 15 * MINUTE_MS));

  test('can be in any time zone', () => {
    expect(resolveSendTime('2026-11-20T12:30:00+02:00', NOW)).toBe(NOW + 30 * MINUTE_MS);
  });

  test.each([
    ['v1', 15 * MINUTE_MS - 1000, 'date_too_early'],
    ['v1', 15 * MINUTE_MS, undefined],
    ['v1', LATEST_SEND_MS, undefined],
    ['v1', LATEST_SEND_MS + 1000, 'date_too_late'],
    ['v2', 15 * MINUTE_MS - 1000, 'date_too_early'],
    ['v2', 15 * MINUTE_MS, undefined],
    ['v2', LATEST_SEND_MS - 1, undefined],
    ['v2', LATEST_SEND_MS, 'date_too_late'],
    ['v2', LATEST_SEND_MS + 1000, 'date_too_late'],
  ] as const)('is checked against the rules of %s: %i ms from now results in %s', (version, ahead, code) => {
    const refusal = checkSend(draft, paid, NOW + ahead, NOW, version);
    expect(refusal?.code).toBe(code);
    if (refusal)
      expect(Object.keys(refusal.fields ?? {})).toEqual([version === 'v1' ? 'date' : 'scheduled_at']);
  });
});

describe('checkSend', () => {
  const at = NOW + DAY_MS;

  test.each(V1_STATUSES.filter((status) => status !== 'draft'))('rejects a %s campaign', (status) => {
    expect(checkSend({ status }, paid, at, NOW, 'v1')).toMatchObject({ code: 'not_a_draft', status: 409 });
  });

  test('requires payment in v1, but not in v2', () => {
    expect(checkSend(draft, { toBePaidCents: 1 }, at, NOW, 'v1')).toMatchObject({
      code: 'payment_required',
      status: 402,
    });
    expect(checkSend(draft, { toBePaidCents: 1 }, at, NOW, 'v2')).toBeNull();
  });
});

describe('checkCancel (4.3 rule 4)', () => {
  const queued = (ahead: number) => ({ status: 'queued', scheduledAt: new Date(NOW + ahead) }) as const;

  test('allows canceling a queued campaign until the last millisecond before its send time', () => {
    expect(checkCancel(queued(1), NOW)).toBeNull();
    expect(checkCancel(queued(0), NOW)).toMatchObject({ code: 'window_closed', status: 409 });
    expect(checkCancel(queued(-1), NOW)).toMatchObject({ code: 'window_closed', status: 409 });
  });

  test('refuses to cancel drafts and campaigns in production', () => {
    expect(checkCancel(draft, NOW)).toMatchObject({ code: 'not_queued', status: 409 });
    for (const status of ['processing', 'sent', 'mailed'] as const) {
      expect(checkCancel({ status, scheduledAt: new Date(NOW - 1) }, NOW)).toMatchObject({
        code: 'window_closed',
      });
    }
  });
});

describe('the expected delivery date', () => {
  test('counts delivery days by postage class and skips Sundays', () => {
    // The campaign is sent on Friday morning and mailed on Saturday, so Monday is the first delivery day.
    const friday = new Date('2026-11-20T10:00:00Z');
    expect(new Date(friday.getTime() + PROCESSING_MS + MAILING_MS).getUTCDay()).toBe(6);
    expect(expectedDeliveryDate(friday, 'first_class')).toBe('2026-11-25');
    expect(expectedDeliveryDate(friday, 'standard')).toBe('2026-12-01');
  });
});
