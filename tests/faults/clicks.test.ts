/** Twenty clicks at once over two servers on one PostgreSQL: one call to the service an attempt, whatever is clicked. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { attemptsOfCampaign } from '#lib/store/attempts.ts';
import type { Console } from '../support/console.ts';
import { type Consoles, startConsoles } from './consoles.ts';
import { type DeedName, deedNames, deeds, timesAsked } from './operations.ts';
import { isFull } from './size.ts';

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 180_000 });

const TRIALS = isFull ? 200 : deedNames.length;
const CLICKS = 20;
/** Paying by link may be begun anew as soon as a link was made: each of them is an attempt of its own. */
const REPEATABLE: ReadonlySet<DeedName> = new Set(['payCampaign', 'payCustomerCampaign']);

let consoles: Consoles;
beforeAll(async () => {
  consoles = await startConsoles(2);
});
afterAll(() => consoles.close());

it(`${TRIALS} trials`, async () => {
  const { service, all, store, click } = consoles;
  let clicks = 0;
  let calls = 0;
  for (let trial = 0; trial < TRIALS; trial++) {
    const name = deedNames[trial % deedNames.length] as DeedName;
    const own = await deeds[name].prepare(service);
    await service.forgetArrived();
    const answers = await Promise.all(
      Array.from({ length: CLICKS }, (_, i) => click(all[i % all.length] as Console, name, own)),
    );
    const asked = await timesAsked(service, name, own.id);
    const made = (await attemptsOfCampaign(store.db, own.id)).filter(({ before }) => before !== null);
    const what = `${name} #${own.id}: ${answers.join(' ')}`;
    expect(asked, what).toBe(made.length);
    if (!REPEATABLE.has(name)) expect(asked, what).toBe(1);
    expect(answers.filter((status) => status === 200).length, what).toBeGreaterThan(0);
    expect(new Set(made.map(({ state }) => state)), what).toEqual(new Set(['done']));
    clicks += answers.length;
    calls += asked;
  }
  console.log(
    `${TRIALS} trials, ${clicks} clicks over ${all.length} servers, ${calls} calls for as many attempts`,
  );
});
