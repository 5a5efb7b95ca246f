/** Tests that the campaign index ends up correct, no matter how the mail service's lists change during reads. */
import fc from 'fast-check';
import { it, vi } from 'vitest';
import {
  emptyIndex,
  expectSameAsService,
  randomFrom,
  runRound,
  setUpShiftingService,
  sweepCompletely,
} from '../console/support/synced-index.ts';
import { isFullRun } from './run-size.ts';

vi.mock('next/headers', () => import('../console/support/request.ts'));
vi.setConfig({ testTimeout: 600_000 });

const shifting = setUpShiftingService();

it('the index matches the service once the lists stop shifting, even if servers die during a sweep', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        seed: fc.nat(),
        campaigns: fc.integer({ min: 0, max: 60 }),
        maxPerPage: fc.constantFrom(3, 10, 100),
        deaths: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 4 }),
      }),
      async ({ seed, campaigns, maxPerPage, deaths }) => {
        const { service } = shifting;
        await emptyIndex();
        const random = randomFrom(seed);
        Object.assign(service, { random, maxPerPage, beforeResponse: () => undefined });
        service.campaigns.clear();
        for (let i = 0; i < campaigns; i++) service.addCampaign();
        service.beforeResponse = () => {
          const { addCampaign, changeCampaign, deleteCampaign, reorder } = service;
          [addCampaign, changeCampaign, deleteCampaign, reorder][random(8)]?.();
        };
        for (const calls of deaths) await runRound(calls);
        service.beforeResponse = () => undefined;
        await sweepCompletely();
        await expectSameAsService(service);
      },
    ),
    { numRuns: isFullRun ? 200 : 6 },
  );
});
