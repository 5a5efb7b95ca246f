/** Tests how the console stops when its process manager asks it to. */

import { rm } from 'node:fs/promises';
import { Agent, fetch } from 'undici';
import { freePort } from '#scripts/ports.ts';
import { isResponding, waitUntilReady } from '#scripts/program.ts';
import { expect, test } from '../support/browser.ts';
import { createDataFolder, startConsoleProgram } from '../support/console.ts';

test('the console exits with 0 after SIGTERM, even if a client keeps sending requests', async ({
  mailroom,
}) => {
  const folder = await createDataFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = startConsoleProgram({
    ...mailroom.env,
    MAILROOM_DATA: folder,
    PORT: String(port),
    NEXTAUTH_URL: url,
  });
  try {
    await waitUntilReady(program, () => isResponding(`${url}/login`), 60_000);
    const dispatcher = new Agent({ connections: 4, keepAliveTimeout: 60_000 });
    const statuses: (number | 'refused')[] = [];
    let isRunning = true;
    const client = async () => {
      while (isRunning) {
        const status = await fetch(`${url}/login`, { dispatcher }).then(
          async (response) => {
            await response.text();
            return response.status;
          },
          () => 'refused' as const,
        );
        statuses.push(status);
        if (status === 'refused') return;
      }
    };
    const clients = Array.from({ length: 4 }, client);
    await expect.poll(() => statuses.length).toBeGreaterThan(8);
    process.kill(program.pid ?? 0, 'SIGTERM');
    expect(await program.ended).toBe('exit code 0');
    isRunning = false;
    await Promise.all(clients);
    await dispatcher.destroy();
    const answered = statuses.filter((status) => status !== 'refused');
    expect(new Set(answered)).toEqual(new Set([200]));
  } finally {
    await program.kill();
    await rm(folder, { recursive: true, force: true });
  }
});
