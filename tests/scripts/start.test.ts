/** Tests `npm start` with invalid settings. */
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startProgram } from '#scripts/program.ts';

const validSettings = {
  DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9',
  DIRECTMAIL_BASE_URL_V2: 'http://127.0.0.1:9',
  DIRECTMAIL_API_KEY: 'secret-key-of-the-operator',
  NEXTAUTH_URL: 'http://localhost:3000',
  NEXTAUTH_SECRET: 'a-secret-of-at-least-32-characters',
  DATABASE_URL: '',
  MAILROOM_DATA: '',
  PORT: '',
};

async function runStart(settings: Partial<Record<keyof typeof validSettings, string>>) {
  const program = startProgram(['scripts/start.ts'], { env: { ...validSettings, ...settings } });
  return { ending: await program.ended, output: program.lastLines() };
}

const listSettingNames = (output: string) =>
  output.split('\n').flatMap((line) => /^ {2}([A-Z_\d]+) /.exec(line)?.[1] ?? []);

describe('npm start', () => {
  test('npm start reports all missing settings together', async () => {
    const { ending, output } = await runStart({
      DIRECTMAIL_BASE_URL: '',
      DIRECTMAIL_BASE_URL_V2: '',
      DIRECTMAIL_API_KEY: '',
      NEXTAUTH_URL: '',
      NEXTAUTH_SECRET: '',
    });
    expect(ending).toBe('exit code 1');
    expect(listSettingNames(output)).toEqual([
      'DIRECTMAIL_BASE_URL',
      'DIRECTMAIL_BASE_URL_V2',
      'DIRECTMAIL_API_KEY',
      'NEXTAUTH_URL',
      'NEXTAUTH_SECRET',
    ]);
  });

  test('npm start reports all malformed settings together, without secrets or a stack trace', async () => {
    const { ending, output } = await runStart({
      DIRECTMAIL_BASE_URL: 'ftp://files.example',
      DIRECTMAIL_BASE_URL_V2: 'not a url',
      DIRECTMAIL_API_KEY: 'two words-of-a-key',
      NEXTAUTH_URL: 'https://mail.example/console',
      NEXTAUTH_SECRET: 'too-short-a-secret',
      DATABASE_URL: 'mysql://root:hunter2@db.example/x',
      PORT: '70000',
    });
    expect(ending).toBe('exit code 1');
    expect(listSettingNames(output)).toEqual([
      'DIRECTMAIL_BASE_URL',
      'DIRECTMAIL_BASE_URL_V2',
      'DIRECTMAIL_API_KEY',
      'NEXTAUTH_URL',
      'NEXTAUTH_SECRET',
      'DATABASE_URL',
      'PORT',
    ]);
    expect(output).not.toMatch(/words-of-a-key|too-short-a-secret|hunter2|\n\s+at /);
  });
});

test('npm start reports clearly that the port is in use', async () => {
  const other = createServer();
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  const address = other.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  // If the console hasn't been built, npm start reports the missing build instead of the port.
  const { ending, output } = await runStart({ PORT: port });
  await new Promise((closed) => other.close(closed));
  expect(ending).toBe('exit code 1');
  expect(output).toMatch(/^(Port \d+ is in use by another program\.|The console hasn’t been built yet\.)/);
  expect(output).not.toMatch(/\n\s+at /);
});
