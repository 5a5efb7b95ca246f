/**
 * Keeps one browser running and replaces it after a failure. Jobs run one at a time, each with a deadline.
 */
import { type Browser, type BrowserServer, chromium as playwright } from 'playwright-core';
import type { Chromium } from './chromium.ts';

export class RenderFailed extends Error {
  /**
   * `deadline` means that the job took too long and isn't retried. `browser` means that Chromium crashed
   * twice or didn't start.
   */
  readonly reason: 'deadline' | 'browser';
  constructor(reason: 'deadline' | 'browser', cause?: unknown) {
    super(reason === 'deadline' ? 'The design took too long to render.' : 'The browser crashed.', { cause });
    this.name = 'RenderFailed';
    this.reason = reason;
  }
}

export interface BrowserHost {
  /** @throws RenderFailed */
  run<T>(job: (browser: Browser) => Promise<T>): Promise<T>;
  close(): Promise<void>;
  /** Returns the process id of the browser that will run the next job. */
  pid(): Promise<number | undefined>;
}

/** Sends connections that bypass request interception, such as preconnects, to a proxy that doesn't exist. */
const NO_NETWORK = [
  '--proxy-server=http://0.0.0.0:1',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

const LAUNCH_DEADLINE_MS = 30_000;

interface Running {
  readonly server: BrowserServer;
  readonly browser: Browser;
}

/** @throws Error if the browser doesn't start */
export async function startBrowserHost(chromium: Chromium, deadlineMs: number): Promise<BrowserHost> {
  let running: Promise<Running> | undefined = launch(chromium);
  await running;
  let lastJob: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function ensureRunning(): Promise<Running> {
    if (isClosed) return Promise.reject(new RenderFailed('browser', 'closed'));
    running ??= launch(chromium);
    return running;
  }

  async function discard(): Promise<void> {
    const previous = running;
    running = undefined;
    // Kills the browser, because a hung browser doesn't close gracefully.
    // If the launch failed, no browser is running.
    await previous?.then(({ server }) => server.kill()).catch(() => undefined);
  }

  async function attempt<T>(job: (browser: Browser) => Promise<T>): Promise<T> {
    try {
      const { browser } = await ensureRunning();
      return await withDeadline(job(browser), deadlineMs);
    } catch (error) {
      // After a failure, the browser's state is unknown, so the next attempt starts a new browser.
      await discard();
      throw error instanceof RenderFailed ? error : new RenderFailed('browser', error);
    }
  }

  async function attemptTwice<T>(job: (browser: Browser) => Promise<T>): Promise<T> {
    try {
      return await attempt(job);
    } catch (error) {
      if (isClosed || !(error instanceof RenderFailed) || error.reason !== 'browser') throw error;
      return attempt(job);
    }
  }

  return {
    run(job) {
      const result = lastJob.then(() => attemptTwice(job));
      lastJob = result.catch(() => undefined);
      return result;
    },
    pid: async () => (await ensureRunning()).server.process().pid,
    close() {
      isClosed = true;
      return discard();
    },
  };
}

async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(() => deadline.reject(new RenderFailed('deadline')), ms);
  try {
    return await Promise.race([work, deadline.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function launch({ executablePath, args, env }: Chromium): Promise<Running> {
  const server = await playwright.launchServer({
    executablePath,
    args: [...args, ...NO_NETWORK],
    env,
    host: '127.0.0.1',
    timeout: LAUNCH_DEADLINE_MS,
    // Playwright must not handle signals, because the service handles signals and closes the renderer.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return { server, browser: await playwright.connect(server.wsEndpoint()) };
}
