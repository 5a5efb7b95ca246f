/** One browser, kept alive: jobs one after another, each with a deadline, in a new browser when the old one died. */
import { type Browser, type BrowserServer, chromium as playwright } from 'playwright-core';
import type { Chromium } from './chromium.ts';

export class RenderFailed extends Error {
  /** `deadline`: the design took too long, and would again. `browser`: Chromium died over it twice, or won't start. */
  readonly reason: 'deadline' | 'browser';
  constructor(reason: 'deadline' | 'browser', cause?: unknown) {
    super(reason === 'deadline' ? 'The design took too long to draw.' : 'The browser died.', { cause });
    this.name = 'RenderFailed';
    this.reason = reason;
  }
}

export interface BrowserHost {
  /** @throws RenderFailed */
  run<T>(job: (browser: Browser) => Promise<T>): Promise<T>;
  close(): Promise<void>;
  /** The process id of the browser that draws the next piece. */
  pid(): Promise<number | undefined>;
}

/** Whatever slips past the requests that a page may make (a preconnect, say) ends at a proxy that isn't there. */
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

/** @throws Error when the browser doesn't start */
export async function startBrowserHost(chromium: Chromium, deadlineMs: number): Promise<BrowserHost> {
  let running: Promise<Running> | undefined = launch(chromium);
  await running;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  function alive(): Promise<Running> {
    if (closed) return Promise.reject(new RenderFailed('browser', 'closed'));
    running ??= launch(chromium);
    return running;
  }

  async function discard(): Promise<void> {
    const old = running;
    running = undefined;
    // At once: a browser that hangs does not close politely. One that never started needs no end.
    await old?.then(({ server }) => server.kill()).catch(() => undefined);
  }

  async function attempt<T>(job: (browser: Browser) => Promise<T>): Promise<T> {
    try {
      const { browser } = await alive();
      return await withDeadline(job(browser), deadlineMs);
    } catch (error) {
      // Nothing in a design can make a healthy browser fail, so whatever went wrong, the next attempt gets a new one.
      await discard();
      throw error instanceof RenderFailed ? error : new RenderFailed('browser', error);
    }
  }

  async function attemptTwice<T>(job: (browser: Browser) => Promise<T>): Promise<T> {
    try {
      return await attempt(job);
    } catch (error) {
      if (closed || !(error instanceof RenderFailed) || error.reason !== 'browser') throw error;
      return attempt(job);
    }
  }

  return {
    run(job) {
      const result = last.then(() => attemptTwice(job));
      last = result.catch(() => undefined);
      return result;
    },
    pid: async () => (await alive()).server.process().pid,
    close() {
      closed = true;
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
    // The program around it decides how it stops, and closes its renderer then.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return { server, browser: await playwright.connect(server.wsEndpoint()) };
}
