/** What browser tests are written with: a service and a console of their worker's own, and people who sign in. */
import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Page, type Response } from '@playwright/test';
import type { Role } from '#lib/auth/roles.ts';
import { findSecret } from './canary.ts';
import { type Console, emailOf, PASSWORD, startConsole } from './console.ts';
import { type Service, startService } from './service.ts';

export { expect };

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;
type ContextOptions = Parameters<import('@playwright/test').Browser['newContext']>[0];

interface PerWorker {
  /** Whether the consumer is billed by monthly invoice, on both sides. */
  invoiced: boolean;
  /**
   * Who changes what other files' tests look at, templates above all (the service makes no new ones), names a world of
   * its own: it gets a service and a console that only it uses.
   */
  world: string;
  service: Service;
  /** What the console is pointed at: the service, unless a test says otherwise. */
  upstream: { readonly url: string; readonly key: string };
  mailroom: Console;
  sessions: Map<Role, Cookies>;
}

interface PerTest {
  /** A further browser, with nothing of the first one's: another person, or one without JavaScript. */
  newBrowser: (options?: ContextOptions) => Promise<Page>;
  /** Signs somebody with this role in, in this page's browser. */
  login: (page: Page, role: Role) => Promise<void>;
  /** Every response of every browser of the test is searched for the service's key and the console's secret. */
  leaks: (context: BrowserContext) => void;
}

const STARTING_MS = 120_000;

const SHARED = 'shared';

export const test = base.extend<PerTest, PerWorker>({
  invoiced: [false, { scope: 'worker', option: true }],
  world: [SHARED, { scope: 'worker', option: true }],
  service: [
    async ({ invoiced, world }, use) => {
      // Drawing takes a machine's whole strength for a while; only the shared world's tests look at pictures.
      const drawing = world === SHARED && !invoiced ? [] : ['--no-render'];
      const service = await startService({ args: [...drawing, ...(invoiced ? ['--monthly-invoice'] : [])] });
      await use(service);
      await service.remove();
    },
    { scope: 'worker', timeout: STARTING_MS },
  ],
  upstream: [async ({ service }, use) => use(service), { scope: 'worker' }],
  mailroom: [
    async ({ upstream, invoiced }, use) => {
      const mailroom = await startConsole(upstream, { DIRECTMAIL_MONTHLY_INVOICE: String(invoiced) });
      await use(mailroom);
      await mailroom.remove();
    },
    { scope: 'worker', timeout: STARTING_MS },
  ],
  sessions: [async ({ mailroom: _ }, use) => use(new Map()), { scope: 'worker' }],
  baseURL: async ({ mailroom }, use) => use(mailroom.url),

  leaks: [
    async ({ upstream, mailroom, context }, use) => {
      const found: string[] = [];
      const reading: Promise<void>[] = [];
      const watch = (watched: BrowserContext) => {
        watched.on('response', (response) => {
          reading.push(search(response, { key: upstream.key, secret: mailroom.secret }, found));
        });
      };
      watch(context);
      await use(watch);
      await Promise.all(reading);
      expect(found, 'secrets in what a browser received').toEqual([]);
    },
    { auto: true },
  ],
  newBrowser: async ({ browser, mailroom, leaks }, use) => {
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
  login: async ({ sessions }, use) => {
    await use(async (page, role) => {
      const known = sessions.get(role);
      if (known) return page.context().addCookies(known);
      await signIn(page, emailOf(role), PASSWORD);
      await expect(page).not.toHaveURL(/\/login/);
      sessions.set(role, await page.context().cookies());
    });
  },
});

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  if (!new URL(page.url(), 'http://nowhere').pathname.startsWith('/login')) await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function search(
  response: Response,
  secrets: Readonly<Record<string, string>>,
  found: string[],
): Promise<void> {
  const received = [JSON.stringify(await response.allHeaders())];
  try {
    received.push((await response.body()).toString('latin1'));
  } catch {
    // A redirect has no body, and the browser drops one that nobody waited for.
  }
  for (const [name, secret] of Object.entries(secrets)) {
    const forms = received.flatMap((text) => findSecret(secret, text));
    if (forms.length > 0) found.push(`${name} (${forms.join(', ')}) in ${response.url()}`);
  }
}

/** No violation of any of axe's rules, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await atRest(page);
    const axe = new AxeBuilder({ page });
    // Nothing but colours is different in the dark.
    if (colorScheme === 'dark') axe.withRules(['color-contrast']);
    const { violations } = await axe.analyze();
    const said = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect(said, `axe, ${colorScheme}, ${page.url()}`).toEqual([]);
  }
}

/** Resolves when a change of colours has been drawn to its end: axe would measure those in between. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    await frame();
    await frame();
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}
