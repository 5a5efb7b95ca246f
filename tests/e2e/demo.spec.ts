/**
 * Tests `npm run demo` in a new clone of the repository, and checks that the demo and the console stop when
 * npm does.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { freePort } from '#scripts/ports.ts';
import { isResponding, type Program, root, startProgram } from '#scripts/program.ts';

interface Demo {
  readonly url: string;
  readonly service: string;
  readonly program: Program;
}

const START_TIMEOUT_MS = 150_000;

const test = base.extend<{ folder: string; demo: (...args: string[]) => Promise<Demo> }>({
  folder: async ({ browserName: _ }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'mailroom-demo-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  demo: async ({ folder }, use) => {
    const started: Program[] = [];
    const [port, servicePort] = [await freePort(), await freePort()].map(String);
    await use(async (...args) => {
      // Rendering is disabled, because these tests don't need images.
      const env = { PORT: port, SERVICE_PORT: servicePort, MAILROOM_DATA: folder, CHROMIUM_PATH: '/nowhere' };
      let output = '';
      const program = startProgram(['scripts/demo.ts', ...args], {
        env,
        onLine: (line) => {
          output += `${line}\n`;
        },
      });
      started.push(program);
      await expect.poll(() => output, { timeout: START_TIMEOUT_MS }).toContain('Mailroom is ready: ');
      const [, url = ''] = /Mailroom is ready: (\S+)/.exec(output) ?? [];
      return { url, service: `http://127.0.0.1:${servicePort}`, program };
    });
    await Promise.all(started.map((program) => program.stop()));
  },
});

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Email' }).fill('sender@mailroom.test');
  await page.getByLabel('Password').fill('mailroom-demo');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
}

async function countDrafts(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/campaigns`);
  const tab = page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: /^Draft/ });
  return Number((await tab.textContent())?.replace(/\D/g, ''));
}

test('starts the demo, keeps its data across restarts, resets the data with --reset, and stops every process', async ({
  page,
  demo,
}) => {
  const first = await demo();
  await signIn(page, first.url);
  await expect(page.getByText('Sandbox').filter({ visible: true })).toBeVisible();
  const before = await countDrafts(page, first.url);
  await page.locator('tbody').getByRole('link').first().click();
  await page.waitForURL(/\/campaigns\/\d+$/);
  const original = page.url();
  await page.getByRole('button', { name: 'Make a copy' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make a copy' }).click();
  await expect(page).not.toHaveURL(original);
  await page.getByRole('link', { name: 'Check out' }).click();
  await page.getByRole('radio', { name: /^Pay by card/ }).check();
  await expect(page.frameLocator('iframe').getByLabel('Card number')).toBeVisible();
  expect(await countDrafts(page, first.url)).toBe(before + 1);
  await first.program.stop();
  expect([await isResponding(first.url), await isResponding(first.service)]).toEqual([false, false]);

  const second = await demo();
  expect(await countDrafts(page, second.url)).toBe(before + 1);
  await second.program.stop();

  const third = await demo('--reset');
  await page.goto(third.url);
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, third.url);
  expect(await countDrafts(page, third.url)).toBe(before);
});

for (const script of ['demo', 'start']) {
  test(`stops every process when only the npm process of npm run ${script} receives SIGTERM`, async ({
    folder,
  }) => {
    const [port, servicePort] = [await freePort(), await freePort()].map(String);
    const url = `http://127.0.0.1:${port}`;
    const ports = script === 'demo' ? [port, servicePort] : [port];
    const npm = spawn('npm', ['run', script], {
      cwd: root,
      env: { ...process.env, ...settings(folder, url), PORT: port, SERVICE_PORT: servicePort },
      stdio: 'ignore',
      // A new process group lets the test find npm, its shell, and the script by one id.
      detached: true,
    });
    const group = -(npm.pid ?? 0);
    const answers = () => Promise.all(ports.map((each) => isResponding(`http://127.0.0.1:${each}/login`)));
    try {
      await expect.poll(answers, { timeout: START_TIMEOUT_MS }).toEqual(ports.map(() => true));
      expect(isRunning(group)).toBe(true);
      npm.kill('SIGTERM');
      await expect.poll(() => isRunning(group)).toBe(false);
      await expect.poll(answers).toEqual(ports.map(() => false));
    } finally {
      if (isRunning(group)) process.kill(group, 'SIGKILL');
    }
  });
}

/** Returns valid settings for `npm start`. The demo ignores all of these settings except the data folder. */
const settings = (folder: string, url: string) => ({
  MAILROOM_DATA: folder,
  DATABASE_URL: '',
  HOST: '127.0.0.1',
  DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9',
  DIRECTMAIL_BASE_URL_V2: 'http://127.0.0.1:9',
  DIRECTMAIL_API_KEY: 'a-key-for-tests',
  NEXTAUTH_URL: url,
  NEXTAUTH_SECRET: 'a-secret-of-at-least-32-characters',
  CHROMIUM_PATH: '/nowhere',
});

/** @param id the ID of a process, or the negative ID of a process group */
function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

test('explains that an option is unknown or that a port is in use', async ({ folder }) => {
  const port = String(await freePort());
  const env = { PORT: port, SERVICE_PORT: port, MAILROOM_DATA: folder };
  const misspelled = startProgram(['scripts/demo.ts', '--rest'], { env });
  expect(await misspelled.ended).toBe('exit code 1');
  expect(misspelled.lastLines()).toContain(
    'Options: --reset deletes the demo’s data; --monthly-invoice bills campaigns by monthly invoice. Example: npm run demo -- --reset',
  );

  const portHolder = startProgram(['-e', `require('node:net').createServer().listen(${port}, '127.0.0.1')`]);
  await expect.poll(() => canConnect(Number(port))).toBe(true);
  const demo = startProgram(['scripts/demo.ts'], { env });
  expect(await demo.ended).toBe('exit code 1');
  expect(demo.lastLines()).toContain(
    `Port ${port} is in use by another program. Stop that program first, or set PORT to a free port.`,
  );
  await portHolder.stop();
});

async function canConnect(port: number): Promise<boolean> {
  const { connect } = await import('node:net');
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.unref();
  });
}
