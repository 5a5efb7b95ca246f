/**
 * Simulates members. Runs in a process of its own (load-generator.ts starts it), so that its CPU time and its
 * garbage collection are separate from those of the rest of the benchmark.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { Agent, Response, request } from 'undici';
import { fillForm } from '../operations/support/load.ts';
import type { LoadOptions, LoadResult } from './load-generator.ts';
import { type Poll, type Step, titlePath, visitRound } from './member-visits.ts';

/** After this many visits, a member opens the form for a campaign's title and submits it. */
const VISITS_PER_SAVE = 20;
/** The longest pause, as a multiple of the average pause. */
const MAX_PAUSES = 6;
/** Text on a page that failed because of the mail service or the database. */
const FAILURE =
  /(Can’t reach|Unexpected response from) the mail service|The mail service (is taking too long|is having problems|isn’t answering)|Something went wrong/;
const DOCUMENT = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
const SCRIPT = { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' };

/**
 * Next redirects router requests without `_rsc`. The value of `_rsc` is a hash of the router's headers, or
 * empty without those headers.
 */
const routerPath = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}_rsc=`;

process.on('message', (options: LoadOptions) => {
  void simulate(options).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit());

async function simulate(options: LoadOptions): Promise<LoadResult> {
  const agent = new Agent({ connections: null, keepAliveTimeout: 60_000 });
  const times: Record<string, number[]> = {};
  const failures: string[] = [];
  const before = process.cpuUsage();
  const endsAt = performance.now() + options.ms;
  await Promise.all(
    options.members.map(async (cookie, index) => {
      const member = new SimulatedMember(options, { cookie, index, endsAt, agent, times, failures });
      await member.run();
    }),
  );
  const { user, system } = process.cpuUsage(before);
  await agent.destroy();
  return { times, failures, cpuMs: (user + system) / 1_000 };
}

interface Context {
  readonly cookie: string;
  readonly index: number;
  /** When the member leaves, according to `performance.now()`. */
  readonly endsAt: number;
  readonly agent: Agent;
  readonly times: Record<string, number[]>;
  readonly failures: string[];
}

interface ExpectedRequest {
  readonly kind: string;
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** The expected status. Defaults to 200. */
  readonly status?: number;
  /** Text that the expected response contains. */
  readonly expectedText?: string;
}

class SimulatedMember {
  readonly #options: LoadOptions;
  readonly #context: Context;
  readonly #url: string;
  /** The path of the open page. */
  #path = '/';

  constructor(options: LoadOptions, context: Context) {
    this.#options = options;
    this.#context = context;
    this.#url = options.urls[context.index % options.urls.length] ?? '';
  }

  async run(): Promise<void> {
    const { index } = this.#context;
    for (let visits = index; this.#isActive(); visits++) {
      const round = visitRound(() => this.#pickCampaign());
      const step = round[visits % round.length];
      if (!step) return;
      // Each member starts with a page that has already been open for some time.
      const isFirst = visits === index;
      if (!isFirst) await this.#open(step);
      if (visits % VISITS_PER_SAVE === 0 && !isFirst && this.#isActive()) await this.#saveTitle();
      await this.#stayOnPage(step, isFirst ? Math.random() * this.#options.thinkMs : 0);
    }
  }

  #isActive(): boolean {
    return performance.now() < this.#context.endsAt;
  }

  #pickCampaign(): number {
    const { campaigns } = this.#options;
    return campaigns[Math.floor(Math.random() * campaigns.length)] ?? 0;
  }

  async #open({ kind, path, isLink, expectedText }: Step): Promise<void> {
    const headers = isLink ? this.#routerHeaders() : DOCUMENT;
    await this.#send({ kind, path: isLink ? routerPath(path) : path, headers, expectedText });
  }

  /** Keeps the page open for a while. @param ageMs how long it has already been open */
  async #stayOnPage({ path, polls }: Step, ageMs: number): Promise<void> {
    const { thinkMs, pauseMs } = this.#options;
    this.#path = path;
    // The pauses of people who act independently of each other are distributed exponentially.
    const ms = ageMs + pauseMs + Math.min(MAX_PAUSES, -Math.log(1 - Math.random())) * thinkMs;
    const openedAt = performance.now() - ageMs;
    for (const poll of polls(ms).filter(({ atMs }) => atMs > ageMs)) {
      if (!(await this.#wait(openedAt + poll.atMs))) return;
      await this.#poll(poll);
    }
    await this.#wait(openedAt + ms);
  }

  /** @returns false if the member leaves before `time` */
  async #wait(time: number): Promise<boolean> {
    const end = Math.min(time, this.#context.endsAt);
    await sleep(Math.max(0, end - performance.now()));
    return end === time;
  }

  async #poll({ kind, path, isRefresh }: Poll): Promise<void> {
    const headers = isRefresh ? this.#routerHeaders() : SCRIPT;
    await this.#send({ kind, path: isRefresh ? routerPath(path) : path, headers });
  }

  /** The headers of a request from Next's router. */
  #routerHeaders(): Readonly<Record<string, string>> {
    return { ...SCRIPT, rsc: '1', referer: this.#options.origin + this.#path };
  }

  /** Changes the title of the member's own campaign, as a browser without JavaScript does. */
  async #saveTitle(): Promise<void> {
    const { campaigns, origin } = this.#options;
    const path = titlePath(campaigns[this.#context.index % campaigns.length] ?? 0);
    const page = await this.#send({
      kind: 'title form',
      path,
      headers: DOCUMENT,
      expectedText: 'name="title"',
    });
    if (page === undefined) return;
    const form = new Response(fillForm(page, { title: `Title ${crypto.randomUUID()}` }));
    const headers = { ...DOCUMENT, origin, 'content-type': form.headers.get('content-type') ?? '' };
    const body = Buffer.from(await form.arrayBuffer());
    await this.#send({ kind: 'save title', path, method: 'POST', headers, body, status: 303 });
  }

  /**
   * Sends a request, and records how long it took, or why it failed.
   * @returns the response's text if the response is as expected
   */
  async #send({
    kind,
    path,
    method = 'GET',
    headers,
    body,
    status = 200,
    expectedText = '',
  }: ExpectedRequest): Promise<string | undefined> {
    const { cookie, agent, times, failures } = this.#context;
    const startedAt = performance.now();
    try {
      const response = await request(this.#url + path, {
        method,
        dispatcher: agent,
        headers: { cookie, 'accept-encoding': 'gzip', ...headers },
        body: body ?? null,
      });
      const bytes = Buffer.from(await response.body.arrayBuffer());
      const ms = performance.now() - startedAt;
      const isZipped = response.headers['content-encoding'] === 'gzip';
      const text = String(isZipped ? gunzipSync(bytes) : bytes);
      const [failure] = FAILURE.exec(text) ?? [];
      if (response.statusCode !== status) throw new Error(`status ${response.statusCode}`);
      if (failure !== undefined) throw new Error(`the page says “${failure}”`);
      if (!text.includes(expectedText)) throw new Error(`the page doesn’t contain “${expectedText}”`);
      times[kind] ??= [];
      times[kind].push(ms);
      return text;
    } catch (error) {
      failures.push(`${method} ${path}: ${error instanceof Error ? error.message : error}`);
      return undefined;
    }
  }
}
