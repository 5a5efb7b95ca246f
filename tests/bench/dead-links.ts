/**
 * `npm run bench:links` checks whether response times reveal that an expired or revoked share link once
 * existed.
 */
import { randomBytes } from 'node:crypto';
import { headersFromNewAddress } from '../support/client-address.ts';
import { startTestConsole } from '../support/console.ts';
import { startTestService } from '../support/service.ts';
import { addShareLinks } from '../support/share-links.ts';
import { areTimesIndistinguishable } from './timing.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 300);

const service = await startTestService({ campaigns: 20, args: ['--no-render'] });
const mailroom = await startTestConsole(service, { LOG_LEVEL: 'error' });
const { items } = await service.call<{ items: { id: number }[] }>('GET', '/v1/campaigns?per_page=1');
const campaignId = items[0]?.id ?? 0;
const [expired = '', revoked = '', live = ''] = await addShareLinks(mailroom, [
  { campaignId, expiresInMs: -60_000 },
  { campaignId, revoked: true },
  { campaignId },
]);
const otherCharacter = (character: string | undefined) => (character === 'A' ? 'B' : 'A');
/** All tokens have the same length, because a longer URL takes longer to send. */
const tokens: Readonly<Record<string, () => string>> = {
  expired: () => expired,
  revoked: () => revoked,
  unknown: () => randomBytes(32).toString('base64url'),
  altered: () => `${live.slice(0, -1)}${otherCharacter(live.at(-1))}`,
};

async function requestDeadLink(path: string): Promise<void> {
  const response = await fetch(mailroom.url + path, { headers: headersFromNewAddress() });
  await response.arrayBuffer();
  if (response.status !== 404) throw new Error(`${path} returned ${response.status}.`);
}

const requestsFor = (suffix: string) =>
  Object.fromEntries(
    Object.entries(tokens).map(([kind, getToken]) => [
      kind,
      () => requestDeadLink(`/share/${getToken()}${suffix}`),
    ]),
  );
const page = await areTimesIndistinguishable('page', requestsFor(''), ROUNDS);
const image = await areTimesIndistinguishable('image', requestsFor('/files/front'), ROUNDS);
await mailroom.remove();
await service.remove();
console.log(page && image ? 'Response times reveal nothing.' : 'Response times differ.');
process.exitCode = page && image ? 0 : 1;
