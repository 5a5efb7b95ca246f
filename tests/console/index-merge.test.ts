/** Tests which readings replace the reading that the campaign index has stored. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Campaign } from '#lib/contract/resources.ts';
import { indexedFields } from '#lib/domain/campaign-reading.ts';
import { mergeReading, type Reading } from '#lib/domain/index-merge.ts';
import { MINUTE_MS } from '#lib/time-units.ts';

const NOW = Date.UTC(2026, 10, 22, 12);

/** A campaign's states, in order, and when each of them began. */
const statesOfCampaign = fc
  .array(
    fc.record({
      afterMs: fc.integer({ min: 1, max: 5_000 }),
      status: fc.constantFrom('draft', 'queued', 'processing', 'sent', 'held at customs'),
      recipients: fc.integer({ min: 0, max: 9 }),
      isDated: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((changes) => {
    let at = NOW - 60_000;
    let updatedAt = at;
    return changes.map(({ afterMs, status, recipients, isDated }) => {
      at += afterMs;
      // Production may change the status without a new updated_at.
      if (isDated) updatedAt = at;
      return { at, campaign: campaignOf(status, recipients, updatedAt) };
    });
  });

function campaignOf(status: string, recipients: number, updatedAt: number): Campaign {
  const updated_at = new Date(updatedAt).toISOString();
  return { id: 1, status, recipient_count: recipients, updated_at } as Campaign;
}

const stateAt = (states: readonly { at: number; campaign: Campaign }[], at: number) =>
  states.findLast((state) => state.at <= at)?.campaign ?? states[0]?.campaign;

it('keeps the latest reading, regardless of the order in which the responses arrive', () => {
  fc.assert(
    fc.property(
      statesOfCampaign,
      fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 10 }),
      fc.infiniteStream(fc.nat()),
      (states, requests, order) => {
        const readings = [...new Set(requests)].map((afterMs): Reading => {
          const requestedAt = NOW - 60_000 + afterMs;
          return { fields: indexedFields(stateAt(states, requestedAt) as Campaign), requestedAt };
        });
        const arriving = readings
          .map((reading) => ({ reading, key: order.next().value as number }))
          .sort((a, b) => a.key - b.key);
        let stored: Reading | undefined;
        for (const { reading } of arriving) {
          if (!stored || mergeReading(stored, reading, NOW) !== 'outdated') stored = reading;
        }
        const latest = readings.reduce((a, b) => (a.requestedAt > b.requestedAt ? a : b));
        expect(stored?.fields).toEqual(latest.fields);
      },
    ),
    { numRuns: 2_000 },
  );
});

const reading = (status: string, updatedAt: number | null, requestedAt: number): Reading => ({
  fields: {
    ...indexedFields({ id: 1, status } as Campaign),
    updatedAt,
  },
  requestedAt,
});

it('ignores a response from a replica that lags behind', () => {
  const stored = reading('queued', NOW - 10_000, NOW - 9_000);
  expect(mergeReading(stored, reading('draft', NOW - 60_000, NOW - 1_000), NOW)).toBe('outdated');
});

it('accepts an earlier updated_at if no response has confirmed the stored reading in the last 10 minutes', () => {
  const stored = reading('queued', NOW + 11 * 24 * 60 * MINUTE_MS, NOW - 11 * MINUTE_MS);
  expect(mergeReading(stored, reading('sent', NOW, NOW), NOW)).toBe('changed');
});

it('accepts any reading after the database’s clock is set back', () => {
  const stored = reading('queued', NOW, NOW + 11 * 24 * 60 * MINUTE_MS);
  expect(mergeReading(stored, reading('sent', NOW - 1_000, NOW), NOW)).toBe('changed');
});

it('recognizes an unchanged campaign, whatever the order of its metadata', () => {
  const campaign = (meta_data: Record<string, string>) => ({ id: 1, meta_data }) as unknown as Campaign;
  const [stored, read] = [
    { a: '1', b: '2' },
    { b: '2', a: '1' },
  ].map((metadata) => ({
    fields: indexedFields(campaign(metadata)),
    requestedAt: NOW,
  })) as [Reading, Reading];
  expect(mergeReading(stored, read, NOW)).toBe('confirmed');
});
