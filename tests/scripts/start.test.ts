/** `npm start` as an operator meets it when something is wrong with the settings. */
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startProgram } from '#scripts/program.ts';

const right = {
  DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9',
  DIRECTMAIL_BASE_URL_V2: 'http://127.0.0.1:9',
  DIRECTMAIL_API_KEY: 'secret-key-of-the-operator',
  NEXTAUTH_URL: 'http://localhost:3000',
  NEXTAUTH_SECRET: 'a-secret-of-at-least-32-characters',
  DATABASE_URL: '',
  MAILROOM_DATA: '',
  PORT: '',
};

async function start(settings: Partial<Record<keyof typeof right, string>>) {
  const program = startProgram(['scripts/start.ts'], { env: { ...right, ...settings } });
  return { how: await program.ended, said: program.lastLines() };
}

const namesOf = (said: string) =>
  said.split('\n').flatMap((line) => /^ {2}([A-Z_\d]+) /.exec(line)?.[1] ?? []);

describe('settings that are missing or wrong', () => {
  test('all that is missing is named at once', async () => {
    const { how, said } = await start({
      DIRECTMAIL_BASE_URL: '',
      DIRECTMAIL_BASE_URL_V2: '',
      DIRECTMAIL_API_KEY: '',
      NEXTAUTH_URL: '',
      NEXTAUTH_SECRET: '',
    });
    expect(how).toBe('exit code 1');
    expect(namesOf(said)).toEqual([
      'DIRECTMAIL_BASE_URL',
      'DIRECTMAIL_BASE_URL_V2',
      'DIRECTMAIL_API_KEY',
      'NEXTAUTH_URL',
      'NEXTAUTH_SECRET',
    ]);
  });

  test('all that is malformed is named at once, without repeating a secret or a stack', async () => {
    const { how, said } = await start({
      DIRECTMAIL_BASE_URL: 'ftp://files.example',
      DIRECTMAIL_BASE_URL_V2: 'not a url',
      DIRECTMAIL_API_KEY: 'two words-of-a-key',
      NEXTAUTH_URL: 'https://mail.example/console',
      NEXTAUTH_SECRET: 'too-short-a-secret',
      DATABASE_URL: 'mysql://root:hunter2@db.example/x',
      PORT: '70000',
    });
    expect(how).toBe('exit code 1');
    expect(namesOf(said)).toEqual([
      'DIRECTMAIL_BASE_URL',
      'DIRECTMAIL_BASE_URL_V2',
      'DIRECTMAIL_API_KEY',
      'NEXTAUTH_URL',
      'NEXTAUTH_SECRET',
      'DATABASE_URL',
      'PORT',
    ]);
    expect(said).not.toMatch(/words-of-a-key|too-short-a-secret|hunter2|\n\s+at /);
  });
});

test('a port that is taken is said in a sentence', async () => {
  const other = createServer();
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  const address = other.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  // With or without a build: what is missing then is said in a sentence too.
  const { how, said } = await start({ PORT: port });
  await new Promise((closed) => other.close(closed));
  expect(how).toBe('exit code 1');
  expect(said).toMatch(/^(Port \d+ is used by another program\.|The console has no build yet\.)/);
  expect(said).not.toMatch(/\n\s+at /);
});
