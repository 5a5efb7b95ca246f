/** Tests `mailroom doctor` against a real mail service, a real PostgreSQL server, and servers that don't respond. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '#lib/time-units.ts';
import { root } from '#scripts/program.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { type RunningService, startTestService } from '../support/service.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** No program listens on this port. */
const CLOSED = '127.0.0.1:1';

let service: RunningService;
let postgres: Postgres;
let folder: string;
beforeAll(async () => {
  [service, postgres] = await Promise.all([
    startTestService({ campaigns: 1, args: ['--no-render'] }),
    startPostgres(),
  ]);
});
afterAll(() => Promise.all([service?.remove(), postgres?.stop()]));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mailroom-doctor-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function runDoctor(settings: Readonly<Record<string, string>> = {}) {
  const env = {
    ...process.env,
    DIRECTMAIL_BASE_URL: service.url,
    DIRECTMAIL_BASE_URL_V2: service.url,
    DIRECTMAIL_API_KEY: service.key,
    NEXTAUTH_URL: 'http://127.0.0.1:3000',
    NEXTAUTH_SECRET: 'Zk3n5Qh7Lm9pRs2tUv4wXy6zAb8cDe0f1g',
    DATABASE_URL: '',
    MAILROOM_DATA: folder,
    SMTP_URL: '',
    MAIL_FROM: '',
    OIDC_ISSUER: '',
    ...settings,
  };
  return new Promise<{ code: number; lines: string[]; err: string }>((done) => {
    execFile(process.execPath, [join(root, 'bin/mailroom'), 'doctor'], { env }, (error, out, err) =>
      done({ code: Number(error?.code ?? 0), lines: out.trim().split('\n'), err }),
    );
  });
}

it('finds no problems in a working installation, and changes nothing', async () => {
  const { code, lines, err } = await runDoctor();
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const names = lines.map((line) => /^OK {7}([^:]+): .+\.$/.exec(line)?.[1]);
  expect(names).toEqual([
    ...['Settings', 'Database', 'Mail service', 'Mail service, v2', 'Clock', 'Email', 'Single sign-on'],
    ...['Disk', 'File modes', undefined],
  ]);
  expect(lines.at(-1)).toBe('No problems.');
  expect(readdirSync(folder)).toEqual([]);
});

it('names each invalid setting, and doesn’t run the other checks', async () => {
  const { code, lines } = await runDoctor({ NEXTAUTH_SECRET: 'short', PORT: '70000' });
  expect(code).toBe(1);
  expect(lines.map((line) => line.slice(0, 30))).toEqual([
    'PROBLEM  Settings: NEXTAUTH_SE',
    'PROBLEM  Settings: PORT must b',
    'Fix the settings first. The ot',
  ]);
});

it('names settings that are misspelled, but no other variables', async () => {
  const { code, lines } = await runDoctor({
    TRUSTED_PROXY_ADRESSES: '10.0.0.1',
    KEEP_VISIT_DAYS: '3',
    POSTGRES_PASSWORD: 'x',
    HOME: '/root',
  });
  expect(code).toBe(1);
  expect(lines).toEqual([
    'PROBLEM  Settings: TRUSTED_PROXY_ADRESSES isn’t a setting. Did you mean TRUSTED_PROXY_ADDRESSES?',
    'PROBLEM  Settings: KEEP_VISIT_DAYS isn’t a setting. Did you mean KEEP_VISITS_DAYS?',
    'Fix the settings first. The other checks need them.',
  ]);
});

it('rejects a wrong new API key even if the previous key still works', async () => {
  const { code, lines } = await runDoctor({
    DIRECTMAIL_API_KEY: 'another-key-of-another-account',
    DIRECTMAIL_API_KEY_PREVIOUS: service.key,
  });
  expect(code).toBe(1);
  expect(lines.find((line) => line.includes('Mail service:'))).toBe(
    'PROBLEM  Mail service: The mail service rejected the API key (401). Check DIRECTMAIL_API_KEY.',
  );
});

it('says what to do about each connection that fails', async () => {
  const { code, lines } = await runDoctor({
    DIRECTMAIL_API_KEY: 'another-key-of-another-account',
    DIRECTMAIL_BASE_URL_V2: `http://${CLOSED}`,
    DATABASE_URL: `postgres://mailroom@${CLOSED}/mailroom`,
    SMTP_URL: `smtp://${CLOSED}`,
    MAIL_FROM: 'mailroom@example.com',
    OIDC_ISSUER: service.url,
    OIDC_CLIENT_ID: 'mailroom',
    OIDC_CLIENT_SECRET: 'a-client-secret',
  });
  expect(code).toBe(1);
  const problems = lines.filter((line) => line.startsWith('PROBLEM')).map((line) => line.slice(9));
  expect(problems).toEqual([
    expect.stringMatching(/^Database: .*\(ECONNREFUSED\).*DATABASE_URL/),
    'Mail service: The mail service rejected the API key (401). Check DIRECTMAIL_API_KEY.',
    expect.stringMatching(/^Mail service, v2: .*Check DIRECTMAIL_BASE_URL_V2\.$/),
    expect.stringMatching(/^Clock: /),
    expect.stringMatching(/^Email: .*Check SMTP_URL\.$/),
    expect.stringMatching(/^Single sign-on: .*Check OIDC_ISSUER\.$/),
  ]);
  expect(lines.join('\n')).not.toContain('another-key');
});

it('detects a clock that differs from the mail service’s', async () => {
  await service.advanceClock(10 * MINUTE_MS);
  const { code, lines } = await runDoctor();
  expect(code).toBe(1);
  expect(lines.find((line) => line.includes('Clock'))).toMatch(
    /^PROBLEM {2}Clock: .* (59|60)\d s behind .*NTP/,
  );
});

it('detects that other users can read the data folder', async () => {
  mkdirSync(join(folder, 'console'));
  chmodSync(join(folder, 'console'), 0o755);
  const { lines } = await runDoctor();
  expect(lines.find((line) => line.includes('File modes'))).toMatch(
    /^PROBLEM {2}File modes: .*chmod -R go= /,
  );
});

it('detects that the data folder can’t be created', async () => {
  writeFileSync(join(folder, 'file'), '');
  const { code, lines } = await runDoctor({ MAILROOM_DATA: join(folder, 'file/data') });
  expect(code).toBe(1);
  expect(lines.find((line) => line.includes('Database'))).toMatch(
    /^PROBLEM {2}Database: Mailroom can’t create .*file\/data\/console\. Set MAILROOM_DATA/,
  );
});

it('doesn’t lock a data folder that no console has used', async () => {
  mkdirSync(join(folder, 'console'), { mode: 0o700 });
  const { lines } = await runDoctor();
  expect(lines.find((line) => line.includes('Database'))).toMatch(/^OK .* isn’t in use\.$/);
  expect(readdirSync(join(folder, 'console'))).toEqual([]);
});

it('names PostgreSQL’s reason if a query fails, and detects a database that accepts only reads', async () => {
  const client = new pg.Client(postgres.url);
  await client.connect();
  const check = async (name: string) => {
    const url = postgres.url.replace(/[^/]+$/, name);
    return (await runDoctor({ DATABASE_URL: url })).lines.find((line) => line.includes('Database'));
  };
  await client.query('create database broken');
  const broken = new pg.Client(postgres.url.replace(/[^/]+$/, 'broken'));
  await broken.connect();
  await broken.query('create schema drizzle');
  await broken.query('create view drizzle.__drizzle_migrations as select 1 / 0 as created_at');
  await broken.end();
  expect(await check('broken')).toBe('PROBLEM  Database: PostgreSQL refused a query: division by zero.');
  await client.query('create database standby');
  await client.query('alter database standby set default_transaction_read_only = on');
  await client.end();
  expect(await check('standby')).toMatch(/^PROBLEM {2}Database: PostgreSQL accepts only reads/);
});

it('checks the rights of the PostgreSQL user, without creating tables', async () => {
  const client = new pg.Client(postgres.url);
  await client.connect();
  await client.query('create role reader login');
  const check = async (url: string) =>
    (await runDoctor({ DATABASE_URL: url })).lines.find((line) => line.includes('Database'));
  expect(await check(postgres.url)).toMatch(
    /^OK {7}Database: Mailroom applies \d+ migrations when it starts/,
  );
  expect(await check(postgres.url.replace('mailroom@', 'reader@'))).toMatch(
    /^PROBLEM {2}Database: \d+ migrations are missing, and the PostgreSQL user reader can’t create tables\./,
  );
  const { rows } = await client.query("select from pg_tables where schemaname in ('public', 'drizzle')");
  await client.end();
  expect(rows).toEqual([]);
});
