/**
 * `npm run bench:pages` compares the console's pages with the one-paragraph page of a bare Next app. It
 * measures the server process's CPU time, how long a page takes if the mail service needs 100 ms, and the
 * HTML size of a list with ten campaigns. Fails if a goal is missed by more than 10%. BENCH_ROUNDS sets the
 * number of rounds, and BENCH_PROFILES the folder for CPU profiles.
 */
import { startReactServer } from './bare-app.ts';
import { type Kind, measureRounds, printRows, type Row, ratiosOf } from './rounds.ts';
import { type BenchServers, startBenchServers } from './servers.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/**
 * After about every hundred pages, Node collects all garbage, which takes as much CPU time as about 15 pages.
 * A round has enough pages for one or two garbage collections.
 */
const REQUESTS = 160;
const WARM_UP = 300;
const DELAY_MS = 100;
const DELAYED_ROUNDS = 5;
const DELAYED_REQUESTS = 9;
const LISTED = 10;
/**
 * Without the sync, pages show the mail service's responses, and nothing else runs while they are measured.
 */
const SETTINGS = { DIRECTMAIL_SYNC_CALLS_PER_MINUTE: '0' };
const CPU_GOALS: Readonly<Record<string, number>> = { overview: 2.5, list: 2.5, campaign: 3 };
const DURATION_GOAL = 1.15;
const KILOBYTES_GOAL = 45;

const rows: readonly Row[] = [...(await measurePages()), await measureList()];
process.exitCode = printRows(rows) ? 0 : 1;

/** @returns the console's pages for a sender, from a mail service with two campaigns */
async function listPages({ console: mailroom, service, signIn }: BenchServers): Promise<readonly Kind[]> {
  const cookie = await signIn('sender');
  const findFirst = async (path: string) =>
    (await service.service.call<{ items: { id: number }[] }>('GET', path)).items[0]?.id;
  const paths = {
    overview: '/',
    list: '/campaigns',
    campaign: `/campaigns/${await findFirst('/v1/campaigns')}`,
    customer: `/customers/${await findFirst('/v1/customers')}`,
    customers: '/customers',
    templates: '/templates',
  };
  return Object.entries(paths).map(([name, path]) => ({ name, path, server: mailroom, headers: { cookie } }));
}

async function measurePages(): Promise<readonly Row[]> {
  const servers = await startBenchServers({ settings: SETTINGS });
  const react = await startReactServer();
  try {
    const pages = await listPages(servers);
    const bare: Kind = { name: 'bare page', server: servers.bare, path: '/' };
    const bareList: Kind = { name: 'bare list', server: servers.bare, path: '/list' };
    const reactList: Kind = { name: 'list of React alone', server: react, path: '/' };
    const options = { rounds: ROUNDS, requests: REQUESTS, warmUp: WARM_UP };
    const bareKinds = [bare, bareList, reactList];
    const [base = [], large = [], plain = [], ...samples] = await measureRounds(
      [...bareKinds, ...pages],
      options,
    );
    servers.service.setDelay(DELAY_MS);
    const slow = await measureRounds(pages, {
      rounds: DELAYED_ROUNDS,
      requests: DELAYED_REQUESTS,
      warmUp: 1,
    });
    return [
      { title: 'bare page, CPU ms', values: base.map(({ cpuMs }) => cpuMs) },
      {
        title: 'bare page about as large as the list, HTML in KB',
        values: large.map(({ bytes }) => bytes / 1_000),
      },
      {
        title: 'bare page about as large as the list, CPU ÷ bare page',
        values: ratiosOf(large, base, 'cpuMs'),
      },
      {
        title: 'the same page from React without Next, HTML in KB',
        values: plain.map(({ bytes }) => bytes / 1_000),
      },
      {
        title: 'the same page from React without Next, CPU ÷ bare page',
        values: ratiosOf(plain, base, 'cpuMs'),
      },
      ...pages.map(({ name }, i): Row => {
        const goal = CPU_GOALS[name];
        const title = `${name}, CPU ÷ bare page`;
        return { title, values: ratiosOf(samples[i] ?? [], base, 'cpuMs'), ...(goal && { goal }) };
      }),
      ...pages.map(
        ({ name }, i): Row => ({
          title: `${name}, time ÷ ${DELAY_MS} ms of the mail service`,
          values: (slow[i] ?? []).map(({ ms }) => ms / DELAY_MS),
          goal: DURATION_GOAL,
        }),
      ),
    ];
  } finally {
    await Promise.all([servers.close(), react.stop()]);
  }
}

async function measureList(): Promise<Row> {
  const servers = await startBenchServers({ settings: SETTINGS, campaigns: LISTED });
  try {
    const list = (await listPages(servers)).filter(({ name }) => name === 'list');
    const [samples = []] = await measureRounds(list, { rounds: 1, requests: 1, warmUp: 1 });
    return {
      title: `list with ${LISTED} campaigns, HTML in KB`,
      values: samples.map(({ bytes }) => bytes / 1_000),
      goal: KILOBYTES_GOAL,
      decimals: 1,
    };
  } finally {
    await servers.close();
  }
}
