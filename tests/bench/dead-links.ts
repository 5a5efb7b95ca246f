/**
 * `npm run bench:links`: whether the time of an answer tells a link that is over from one that never was.
 */
import { randomBytes } from 'node:crypto';
import { startConsole } from '../support/console.ts';
import { fromElsewhere } from '../support/elsewhere.ts';
import { startService } from '../support/service.ts';
import { addShares } from '../support/shares.ts';
import { areAlike } from './alike.ts';

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

async function ask(path: string): Promise<void> {
  const answer = await fetch(console_.url + path, { headers: fromElsewhere() });
  await answer.arrayBuffer();
  if (answer.status !== 404) throw new Error(`${path} was answered with ${answer.status}.`);
}

const asking = (suffix: string) =>
  Object.fromEntries(
    Object.entries(kinds).map(([name, token]) => [name, () => ask(`/share/${token()}${suffix}`)]),
  );
const page = await areAlike('page', asking(''), ROUNDS);
const picture = await areAlike('picture', asking('/files/front'), ROUNDS);
await console_.remove();
await service.remove();
console.log(page && picture ? 'The time tells nothing.' : 'The time tells one from another.');
process.exitCode = page && picture ? 0 : 1;
