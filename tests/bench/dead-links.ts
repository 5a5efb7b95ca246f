/**
 * `npm run bench:links`: whether the time of an answer tells a link that is over from one that never was. Asks for each kind
 * in turn, many times, and compares the times by their ranks, which single slow answers hardly move.
 */
import { randomBytes } from 'node:crypto';
import { startConsole } from '../support/console.ts';
import { startService } from '../support/service.ts';
import { addShares } from '../support/shares.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 300);

const service = await startService({ campaigns: 20, args: ['--no-render'] });
const console_ = await startConsole(service, { LOG_LEVEL: 'error' });
const { items } = await service.call<{ items: { id: number }[] }>('GET', '/v1/campaigns?per_page=1');
const campaignId = items[0]?.id ?? 0;
const [expired = '', revoked = '', live = ''] = await addShares(console_, [
  { campaignId, endsIn: -60_000 },
  { campaignId, revoked: true },
  { campaignId },
]);
const other = (sign: string | undefined) => (sign === 'A' ? 'B' : 'A');
/** All as long as a token is: what is longer takes longer to send, and everybody can count that. */
const kinds: Readonly<Record<string, () => string>> = {
  expired: () => expired,
  revoked: () => revoked,
  unknown: () => randomBytes(32).toString('base64url'),
  altered: () => `${live.slice(0, -1)}${other(live.at(-1))}`,
};

let address = 0;
/** Milliseconds. Each from an address of its own: who misses often has to wait. */
async function ask(path: string): Promise<number> {
  const headers = {
    'x-forwarded-for': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address++ & 255}`,
  };
  const began = performance.now();
  const answer = await fetch(console_.url + path, { headers });
  await answer.arrayBuffer();
  if (answer.status !== 404) throw new Error(`${path} was answered with ${answer.status}.`);
  return performance.now() - began;
}

const shuffled = (n: number) =>
  Array.from({ length: n }, (_, i) => ({ i, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ i }) => i);

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

/** Kruskal and Wallis: how far the kinds' ranks lie apart. Chi-squared with one degree less than there are kinds. */
function spread(groups: readonly (readonly number[])[]): number {
  const all = groups.flatMap((times, kind) => times.map((time) => ({ time, kind })));
  all.sort((a, b) => a.time - b.time);
  const sums = groups.map(() => 0);
  for (const [rank, { kind }] of all.entries()) sums[kind] = (sums[kind] ?? 0) + rank + 1;
  const n = all.length;
  const squares = groups.reduce((sum, times, kind) => sum + (sums[kind] ?? 0) ** 2 / times.length, 0);
  return (12 / (n * (n + 1))) * squares - 3 * (n + 1);
}

/** At most one such spread in a thousand comes by chance, with three degrees of freedom. */
const TELLING = 16.3;

let isAlike = true;
for (const [what, suffix] of [
  ['page', ''],
  ['picture', '/files/front'],
] as const) {
  const names = Object.keys(kinds);
  const times = names.map((): number[] => []);
  for (let round = -10; round < ROUNDS; round++) {
    // In another order each time, so that none always follows the same.
    for (const kind of shuffled(names.length)) {
      const ms = await ask(`/share/${kinds[names[kind] as string]?.()}${suffix}`);
      if (round >= 0) times[kind]?.push(ms);
    }
  }
  const medians = names.map((name, kind) => `${name} ${median(times[kind] ?? []).toFixed(2)}`);
  const h = spread(times);
  isAlike &&= h < TELLING;
  console.log(
    `${what}, medians of ${ROUNDS} in ms: ${medians.join(', ')}; H = ${h.toFixed(2)} (${TELLING} would tell)`,
  );
}
await console_.remove();
await service.remove();
console.log(isAlike ? 'The time tells nothing.' : 'The time tells one from another.');
process.exitCode = isAlike ? 0 : 1;
