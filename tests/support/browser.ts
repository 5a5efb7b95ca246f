/** What browser tests are written with: a service and a console of their worker's own, and people who sign in. */
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
import { type RunningConsole, memberEmail, TEST_PASSWORD, startTestConsole } from './console.ts';
import { type RunningService, startTestService } from './service.ts';

export { expect };

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;
type ContextOptions = Parameters<import('@playwright/test').Browser['newContext']>[0];

interface WorkerFixtures {
  /** Whether the consumer is billed by monthly invoice, on both sides. */
  invoiced: boolean;
  /**
   * Who changes what other files' tests look at, templates above all (the service makes no new ones), names a world of
   * its own: it gets a service and a console that only it uses.
   */
  environment: string;
  service: RunningService;
  /** What the console is pointed at: the service, unless a test says otherwise. */
  upstream: { readonly url: string; readonly key: string };
  mailroom: RunningConsole;
  sessions: Map<Role, Cookies>;
  /** Addresses of built files, whose content is in their name, that were searched for secrets already. */
  scannedUrls: Set<string>;
}

interface TestFixtures {
  /** A further browser, with nothing of the first one's: another person, or one without JavaScript. */
  newBrowser: (options?: ContextOptions) => Promise<Page>;
  /** Signs somebody with this role in, in this page's browser. */
  login: (page: Page, role: Role) => Promise<void>;
  /** Every response of every browser of the test is searched for the service's key and the console's secret. */
  watchForSecrets: (context: BrowserContext) => void;
}

const STARTING_MS = 120_000;

const SHARED = 'shared';

export const test = base.extend<TestFixtures, WorkerFixtures>({
  invoiced: [false, { scope: 'worker', option: true }],
  world: [SHARED, { scope: 'worker', option: true }],
  service: [
    async ({ invoiced, environment: world }, use) => {
      // Drawing takes a machine's whole strength for a while; only the shared world's tests look at pictures.
      const drawing = world === SHARED && !invoiced ? [] : ['--no-render'];
      const service = await startTestService({ args: [...drawing, ...(invoiced ? ['--monthly-invoice'] : [])] });
      await use(service);
      await service.remove();
    },
    { scope: 'worker', timeout: STARTING_MS },
  ],
  upstream: [async ({ service }, use) => use(service), { scope: 'worker' }],
  mailroom: [
    async ({ upstream, invoiced }, use) => {
      const mailroom = await startTestConsole(upstream, { DIRECTMAIL_MONTHLY_INVOICE: String(invoiced) });
      await use(mailroom);
      await mailroom.remove();
    },
    { scope: 'worker', timeout: STARTING_MS },
  ],
  sessions: [async ({ mailroom: _ }, use) => use(new Map()), { scope: 'worker' }],
  searched: [async ({ mailroom: _ }, use) => use(new Set()), { scope: 'worker' }],
  baseURL: async ({ mailroom }, use) => use(mailroom.url),

  leaks: [
    async ({ upstream, mailroom, scannedUrls: searched, context }, use) => {
      const found: string[] = [];
      const reading: Promise<void>[] = [];
      const watch = (watched: BrowserContext) => {
        watched.on('response', (response) => {
          if (searched.has(response.url())) return;
          const reads = scanResponse(response, { key: upstream.key, secret: mailroom.secret }, found);
          const whole = reads.then((isWhole) => {
            if (isWhole && isBuilt(response)) searched.add(response.url());
          });
          reading.push(whole);
        });
      };
      watch(context);
      await use(watch);
      await Promise.all(reading);
      expect(found, 'secrets in what a browser received').toEqual([]);
    },
    { auto: true },
  ],
  newBrowser: async ({ browser, mailroom, watchForSecrets: leaks }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext({
        baseURL: mailroom.url,
        reducedMotion: 'reduce',
        ...options,
      });
      opened.push(context);
      leaks(context);
      return context.newPage();
    });
    await Promise.all(opened.map((context) => context.close()));
  },
  login: async ({ sessions, playwright, baseURL }, use) => {
    await use(async (page, role) => {
      const known =
        sessions.get(role) ?? (await newSession(await playwright.request.newContext({ baseURL }), role));
      sessions.set(role, known);
      await page.context().addCookies(known);
    });
  },
});

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  if (!new URL(page.url(), 'http://nowhere').pathname.startsWith('/login')) await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in without a page: one that is left while it still loads would go on asking in the midst of the test. */
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

const isBuilt = (response: Response): boolean =>
  response.status() === 200 && new URL(response.url()).pathname.startsWith('/_next/static/');

/** @returns whether there was a body to search */
async function scanResponse(
  response: Response,
  secrets: Readonly<Record<string, string>>,
  found: string[],
): Promise<boolean> {
  let isWhole = true;
  const received = [JSON.stringify(await response.allHeaders())];
  try {
    received.push((await response.body()).toString('latin1'));
  } catch {
    // A redirect has no body, and the browser drops one that nobody waited for.
    isWhole = false;
  }
  for (const [name, secret] of Object.entries(secrets)) {
    const forms = received.flatMap((text) => findSecret(secret, text));
    if (forms.length > 0) found.push(`${name} (${forms.join(', ')}) in ${response.url()}`);
  }
  return isWhole;
}

/** No violation of any of axe's rules, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoTransitions(page);
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
    // Nothing but colours is different in the dark.
    if (colorScheme === 'dark') axe.withRules(['color-contrast']);
    const { violations } = await axe.analyze();
    const said = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect(said, `axe, ${colorScheme}, ${page.url()}`).toEqual([]);
  }
}

/**
 * Resolves when other colours have been drawn. Whoever wants less motion, as everybody in these tests does, gets none: axe
 * would measure colours in between.
 */
async function expectNoTransitions(page: Page): Promise<void> {
  const moving = await page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    await frame();
    await frame();
    // A cursor that blinks is none.
    return document.getAnimations().filter((one) => one instanceof CSSTransition).length;
  });
  expect(moving, 'what changes gradually although less motion is wanted').toBe(0);
}
