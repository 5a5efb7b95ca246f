/** Tests that the overview's worklists match a full count in the embedded service's own database. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startLearning } from '#lib/index/learn.ts';
import { store } from '#lib/store/open.ts';
import {
  type Comparison,
  compareWorklists,
  fillFromResponses,
  fillFromService,
  RULES,
} from '../support/worklist-comparison.ts';
import { type StoredCampaign, startWorklistService } from '../support/worklist-service.ts';
import { addWorklistState } from '../support/worklist-state.ts';
import { setUpHarness } from './support/harness.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.setConfig({ testTimeout: 300_000, hookTimeout: 3_600_000 });

const KEY = 'key-of-the-worklist-service';
/** Set by `npm run bench:worklists`, which also prints each comparison. */
const given = process.env.WORKLIST_CAMPAIGNS;
/** With more campaigns, the index is filled from the service's database, because the sync would take an hour. */
const MAX_SYNCED = 10_000;
const sizes = given?.split(',').map(Number) ?? [150, 2_400];

describe.each(sizes)('with %i campaigns', (count) => {
  const harness = setUpHarness();
  let service: Awaited<ReturnType<typeof startWorklistService>>;
  let all: readonly StoredCampaign[];
  beforeAll(async () => {
    service = await startWorklistService(count, KEY);
    harness.applySettings({
      DIRECTMAIL_BASE_URL: service.origin,
      DIRECTMAIL_BASE_URL_V2: service.origin,
      DIRECTMAIL_API_KEY: KEY,
    });
    startLearning();
    const db = await store();
    if (count <= MAX_SYNCED) await fillFromService(db);
    else await fillFromResponses(db, service.readResponses());
    all = await service.readAll();
    await addWorklistState(db, all);
  });
  afterAll(() => service.close());

  it('the campaign that goes out soonest isn’t among the newest queued campaigns', () => {
    const queued = all.filter(({ status }) => status === 'queued').toSorted((a, b) => b.id - a.id);
    expect(queued.at(-1)?.id).toBe(service.dueSoonest);
    if (count >= 2_400) expect(queued.length).toBeGreaterThan(100);
  });

  it.each(Object.entries(RULES))('shows exactly the campaigns of each list %s', async (title, settings) => {
    const results = await compareWorklists(await store(), all, settings, service.dueSoonest, harness.viewer);
    if (given !== undefined) for (const result of results) report(`${count}, ${title}`, result);
    expect(results.filter(({ isEqual }) => !isEqual)).toEqual([]);
    expect(results.length).toBeGreaterThan(30);
  });
});

const MAX_SHOWN = 12;

function report(title: string, { what, expected, actual, isEqual }: Comparison): void {
  const shown = [expected, actual].map((value) =>
    Array.isArray(value) && value.length > MAX_SHOWN
      ? `${value.length} campaigns, from #${value[0]} to #${value.at(-1)}`
      : JSON.stringify(value),
  );
  console.log(
    `${isEqual ? 'equal  ' : 'UNEQUAL'} ${title}: ${what}: ${isEqual ? shown[0] : shown.join(' but ')}`,
  );
}
