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
  use<T>(job: (browser: Browser) => Promise<T>): Promise<T>;
  close(): Promise<void>;
  /** The process id of the browser that runs now. */
  pid(): number | undefined;
}

/** Whatever slips past the requests that a page may make (a preconnect, say) ends at a proxy that isn't there. */
const NO_NETWORK = [
  '--proxy-server=http://0.0.0.0:1',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

interface Running {
  readonly server: BrowserServer;
  readonly browser: Browser;
}

/** @throws Error when the browser doesn't start */
export async function hostBrowser(chromium: Chromium, deadlineMs: number): Promise<BrowserHost> {
  let running: Running | undefined = await launch(chromium);
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  async function alive(): Promise<Running> {
    if (closed) throw new RenderFailed('browser', 'closed');
    running ??= await launch(chromium);
    return running;
  }

  async function attempt<T>(job: (browser: Browser) => Promise<T>): Promise<T> {
    const deadline = Promise.withResolvers<never>();
    const timer = setTimeout(() => deadline.reject(new RenderFailed('deadline')), deadlineMs);
    try {
      return await Promise.race([alive().then(({ browser }) => job(browser)), deadline.promise]);
    } catch (error) {
      // Nothing in a design can make a healthy browser fail, so whatever went wrong, the next attempt gets a new one.
      await kill(running);
      running = undefined;
      throw error instanceof RenderFailed ? error : new RenderFailed('browser', error);
    } finally {
      clearTimeout(timer);
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
    use(job) {
      const result = last.then(() => attemptTwice(job));
      last = result.catch(() => undefined);
      return result;
    },
    async close() {
      closed = true;
      await kill(running);
      running = undefined;
    },
    pid: () => running?.server.process().pid,
  };
}

async function launch({ executablePath, args, env }: Chromium): Promise<Running> {
  const server = await playwright.launchServer({
    executablePath,
    args: [...args, ...NO_NETWORK],
    env,
    host: '127.0.0.1',
    // The program around it decides how it stops, and closes its renderer then.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return { server, browser: await playwright.connect(server.wsEndpoint()) };
}

/** At once: a browser that hangs does not close politely. */
async function kill(running: Running | undefined): Promise<void> {
  await running?.server.kill();
}
