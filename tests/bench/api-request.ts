/**
 * `npm run bench:proxy` compares a request to the proxy, GET /api/v1/campaigns/{id}, with a request to a bare
 * Next app whose route handler returns a constant: the CPU time of the server process, and how long the
 * request takes if the mail service needs 100 ms. Fails if a goal is missed by more than 10%. BENCH_ROUNDS
 * sets the number of rounds, and BENCH_PROFILES the folder for CPU profiles.
 */
import { BARE_HANDLER } from './bare-app.ts';
import { type Kind, measureRounds, printRows, ratiosOf } from './rounds.ts';
import { startBenchServers } from './servers.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);
const REQUESTS = 200;
const WARM_UP = 1_000;
const DELAY_MS = 100;
const DELAYED_ROUNDS = 7;
const DELAYED_REQUESTS = 11;
const GOALS = { cpu: 1.6, latency: 1.08 };

const servers = await startBenchServers({ settings: { DIRECTMAIL_SYNC_CALLS_PER_MINUTE: '0' } });
const { console: mailroom, bare, service } = servers;
try {
  const cookie = await servers.signIn('sender');
  const { items } = await service.service.call<{ items: { id: number }[] }>('GET', '/v1/campaigns');
  const proxy: Kind = {
    name: 'proxy',
    server: mailroom,
    path: `/api/v1/campaigns/${items[0]?.id}`,
    headers: { cookie },
  };
  const handler: Kind = { name: 'bare handler', server: bare, path: BARE_HANDLER };
  const [ours = [], theirs = []] = await measureRounds([proxy, handler], {
    rounds: ROUNDS,
    requests: REQUESTS,
    warmUp: WARM_UP,
  });
  service.setDelay(DELAY_MS);
  // Without the console, a request also takes a little longer than the delay.
  const called: Kind = {
    name: 'mail service',
    server: bare,
    path: new URL(`/v1/campaigns/${items[0]?.id}`, service.url).href,
    headers: { authorization: `Bearer ${service.key}` },
  };
  const [delayed = [], direct = []] = await measureRounds(
    [{ ...proxy, name: 'proxy with a delay' }, called],
    {
      rounds: DELAYED_ROUNDS,
      requests: DELAYED_REQUESTS,
      warmUp: 1,
    },
  );
  const areMet = printRows([
    { title: 'proxy, CPU ms', values: ours.map(({ cpuMs }) => cpuMs) },
    { title: 'bare handler, CPU ms', values: theirs.map(({ cpuMs }) => cpuMs) },
    { title: 'proxy, CPU ÷ bare handler', values: ratiosOf(ours, theirs, 'cpuMs'), goal: GOALS.cpu },
    {
      title: `mail service with ${DELAY_MS} ms, time ÷ ${DELAY_MS} ms`,
      values: direct.map(({ ms }) => ms / DELAY_MS),
      decimals: 3,
    },
    {
      title: `proxy, time ÷ ${DELAY_MS} ms`,
      values: delayed.map(({ ms }) => ms / DELAY_MS),
      goal: GOALS.latency,
      decimals: 3,
    },
  ]);
  process.exitCode = areMet ? 0 : 1;
} finally {
  await servers.close();
}
