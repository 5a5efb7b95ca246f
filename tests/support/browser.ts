/**
 * Provides fixtures for browser tests: a mail service and a console for each worker, and browsers for
 * signed-in members.
 */
import AxeBuilder from '@axe-core/playwright';
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type Response,
} from '@playwright/test';
import type { Role } from '#lib/domain/permissions.ts';
import { findSecret } from './canary.ts';
import { memberEmail, type RunningConsole, startTestConsole, TEST_PASSWORD } from './console.ts';
import { createRenderedFolder, RENDERING_TIMEOUT_MS } from './rendered-folder.ts';
import { type RunningService, startTestService } from './service.ts';

export { expect };

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

interface TestSession {
  readonly cookies: Cookies;
  /** The time of the sign-in, in milliseconds since the epoch. */
  readonly startedAt: number;
}
type ContextOptions = Parameters<import('@playwright/test').Browser['newContext']>[0];

interface WorkerFixtures {
  /** True if monthly invoicing is enabled in the service and the console. */
  invoiced: boolean;
  /**
   * Test files with the same environment share a service and a console. A test file that changes shared data,
   * such as templates, sets its own environment.
   */
  environment: string;
  service: RunningService;
  /** The service that the console calls. Test files may override this service. */
  upstream: { readonly url: string; readonly key: string };
  mailroom: RunningConsole;
  sessions: Map<Role, TestSession>;
  /**
   * The URLs of build files that have been scanned for secrets. A build file's name contains a hash of the
   * content, so one scan is enough.
   */
  scannedUrls: Set<string>;
}

interface TestFixtures {
  /** Opens a page in a new browser context, for example for another member or without JavaScript. */
  newBrowser: (options?: ContextOptions) => Promise<Page>;
  /** Signs in the member with the given role in the page's browser context. */
  login: (page: Page, role: Role) => Promise<void>;
  /**
   * Fails the test if a response to the browser context contains the service's key or the console's secret,
   * or if React reports an error in one of the context's pages, such as a hydration mismatch.
   */
  watchContext: (context: BrowserContext) => void;
}

/** Browser options that simulate a phone. */
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const START_TIMEOUT_MS = 120_000;
/** Some pages ask members who signed in more than ten minutes ago to confirm their identity. */
const SESSION_REUSE_MS = 5 * 60_000;

const DEFAULT_ENVIRONMENT = 'default';

export const test = base.extend<TestFixtures, WorkerFixtures>({
  invoiced: [false, { scope: 'worker', option: true }],
  environment: [DEFAULT_ENVIRONMENT, { scope: 'worker', option: true }],
  service: [
    async ({ invoiced, environment }, use) => {
      // Only tests in the default environment need images. Rendering them takes a lot of CPU time.
      const hasImages = environment === DEFAULT_ENVIRONMENT && !invoiced;
      const service = hasImages
        ? await startTestService({ folder: await createRenderedFolder() })
        : await startTestService({ args: ['--no-render', ...(invoiced ? ['--monthly-invoice'] : [])] });
      await use(service);
      await service.remove();
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS + RENDERING_TIMEOUT_MS },
  ],
  upstream: [async ({ service }, use) => use(service), { scope: 'worker' }],
  mailroom: [
    async ({ upstream, invoiced }, use) => {
      // The embedded service's test tokens are the fastest way to pay and schedule.
      const settings = { DIRECTMAIL_MONTHLY_INVOICE: String(invoiced), CARD_TOKENS: 'true' };
      const mailroom = await startTestConsole(upstream, settings);
      await use(mailroom);
      await mailroom.remove();
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  sessions: [async ({ mailroom: _ }, use) => use(new Map()), { scope: 'worker' }],
  scannedUrls: [async ({ mailroom: _ }, use) => use(new Set()), { scope: 'worker' }],
  baseURL: async ({ mailroom }, use) => use(mailroom.url),

  watchContext: [
    async ({ upstream, mailroom, scannedUrls, context }, use) => {
      const found: string[] = [];
      const scans: Promise<void>[] = [];
      const reactErrors: string[] = [];
      const watch = (contextToWatch: BrowserContext) => {
        contextToWatch.on('weberror', (webError) => {
          const { message } = webError.error();
          if (message.includes('React error')) reactErrors.push(`${webError.page()?.url()}: ${message}`);
        });
        contextToWatch.on('response', (response) => {
          if (scannedUrls.has(response.url())) return;
          const scan = scanResponse(response, { key: upstream.key, secret: mailroom.secret }, found);
          const recorded = scan.then((hasBody) => {
            if (hasBody && isBuildFile(response)) scannedUrls.add(response.url());
          });
          scans.push(recorded);
        });
      };
      watch(context);
      await use(watch);
      await Promise.all(scans);
      expect(found, 'secrets received by a browser').toEqual([]);
      expect(reactErrors, 'errors that React reported').toEqual([]);
    },
    { auto: true },
  ],
  newBrowser: async ({ browser, mailroom, watchContext }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext({
        baseURL: mailroom.url,
        reducedMotion: 'reduce',
        ...options,
      });
      opened.push(context);
      watchContext(context);
      return context.newPage();
    });
    await Promise.all(opened.map((context) => context.close()));
  },
  login: async ({ sessions, playwright, baseURL }, use) => {
    await use(async (page, role) => {
      const known = sessions.get(role);
      const isUsable = known !== undefined && Date.now() - known.startedAt < SESSION_REUSE_MS;
      const session = isUsable
        ? known
        : {
            cookies: await newSession(await playwright.request.newContext({ baseURL }), role),
            startedAt: Date.now(),
          };
      sessions.set(role, session);
      await page.context().addCookies(session.cookies);
    });
  },
});

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  if (!new URL(page.url(), 'http://blank.invalid').pathname.startsWith('/login')) await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/**
 * Signs in without opening a page, because a page that is still loading could send requests during the test.
 */
async function newSession(request: APIRequestContext, role: Role): Promise<Cookies> {
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json();
  const form = { csrfToken, email: memberEmail(role), password: TEST_PASSWORD, json: 'true' };
  await request.post('/api/auth/callback/credentials', { form });
  const { cookies } = await request.storageState();
  await request.dispose();
  const session = cookies.filter(({ name }) => name === 'next-auth.session-token');
  expect(session, `signed in as ${role}`).toHaveLength(1);
  return session;
}

const isBuildFile = (response: Response): boolean =>
  response.status() === 200 && new URL(response.url()).pathname.startsWith('/_next/static/');

/** Adds each secret in the response to `found`. @returns true if the response had a body */
async function scanResponse(
  response: Response,
  secrets: Readonly<Record<string, string>>,
  found: string[],
): Promise<boolean> {
  let hasBody = true;
  // If the page closes during this call, only the parsed headers are still available.
  const headers = await response.allHeaders().catch(() => response.headers());
  const received = [JSON.stringify(headers)];
  try {
    received.push((await response.body()).toString('latin1'));
  } catch {
    // Redirects have no body, and the browser discards the response body of an aborted request.
    hasBody = false;
  }
  for (const [name, secret] of Object.entries(secrets)) {
    const forms = received.flatMap((text) => findSecret(secret, text));
    if (forms.length > 0) found.push(`${name} (${forms.join(', ')}) in ${response.url()}`);
  }
  return hasBody;
}

/** Expects no axe violations in light mode or dark mode. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoTransitions(page);
    // Only axe's default mode checks cross-origin frames, but that mode opens a second page to combine the results.
    const hasFrames = page.frames().length > 1;
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(!hasFrames);
    // In dark mode, only the colors differ.
    if (colorScheme === 'dark') axe.withRules(['color-contrast']);
    const { violations } = await axe.analyze();
    const messages = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect(messages, `axe, ${colorScheme}, ${page.url()}`).toEqual([]);
  }
}

/**
 * Waits until the new colors are painted, and then expects that no CSS transition is running. During a
 * transition, axe would measure intermediate colors. The tests run with reduced motion, so pages shouldn't
 * have transitions.
 */
async function expectNoTransitions(page: Page): Promise<void> {
  const transitionCount = await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    // Ignore other animations, such as a blinking cursor.
    return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length;
  });
  expect(transitionCount, 'transitions despite reduced motion').toBe(0);
}

/** Returns the browser's cookies as a header, for requests that a test sends without the browser. */
export async function cookieHeader(context: BrowserContext): Promise<string> {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
}
