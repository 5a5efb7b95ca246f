/** Tests what the customer list says about customers. */
import { expect, it } from 'vitest';
import { describeNextMailing } from '#lib/format/customer.ts';
import { MINUTE_MS } from '#lib/time-units.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const describeAt = (at: number) =>
  describeNextMailing(at, { zone: 'UTC', locale: 'en-US' }, NOW).replaceAll('\u00a0', ' ');

it('says that a mailing is overdue if it is still queued after its send time', () => {
  expect(describeAt(NOW + 60 * MINUTE_MS)).toBe('today, 1:00 PM UTC');
  expect(describeAt(NOW - MINUTE_MS)).toBe('now');
  expect(describeAt(NOW - 60 * MINUTE_MS)).toBe('overdue: today, 11:00 AM UTC');
});
