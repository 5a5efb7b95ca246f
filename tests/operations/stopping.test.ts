/** Tests that proxies can find out that a console is stopping, and that no process is left running. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '#scripts/ports.ts';
import { isResponding, root } from '#scripts/program.ts';
import { type RunningConsole, startTestConsole } from '../support/console.ts';
import { type RunningService, startTestService } from '../support/service.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

let service: RunningService;
let mailroom: RunningConsole;
beforeAll(async () => {
  service = await startTestService({ args: ['--no-render'] });
  mailroom = await startTestConsole(service, { SHUTDOWN_DELAY_SECONDS: '5' });
});
afterAll(async () => {
  await mailroom.remove();
  await service.remove();
});

const statusOf = async (path: string) => (await fetch(mailroom.url + path)).status;

it('a console that is stopping is no longer ready, but is still live and accepts connections', async () => {
  expect([await statusOf('/health/ready'), await statusOf('/health/live')]).toEqual([200, 200]);
  const ended = mailroom.stop();
  await expect.poll(() => statusOf('/health/ready')).toBe(503);
  expect([await statusOf('/health/live'), await statusOf('/login')]).toEqual([200, 200]);
  const response = await fetch(`${mailroom.url}/health/ready`);
  expect(await response.json()).toEqual({ status: 'not ready', reason: 'stopping' });
  expect(response.headers.get('connection')).toBe('close');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await ended).toBe('exit code 0');
  await mailroom.start();
});

it('npm start ends with its console, and the port is free again', async () => {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  await mailroom.stop();
  const start = () =>
    spawn('npm', ['start'], {
      cwd: root,
      env: { ...process.env, ...mailroom.env, PORT: port, NEXTAUTH_URL: url, SHUTDOWN_DELAY_SECONDS: '' },
      stdio: 'ignore',
    });
  for (let i = 0; i < 2; i++) {
    const npm = start();
    const ended = once(npm, 'exit');
    onTestFinished(() => void npm.kill('SIGTERM'));
    await expect.poll(() => isResponding(`${url}/login`), { timeout: 100_000 }).toBe(true);
    npm.kill('SIGTERM');
    await ended;
    await expect.poll(() => isResponding(`${url}/login`), { timeout: 30_000 }).toBe(false);
  }
  await mailroom.start();
});
