/** Tests encrypted connections to a real PostgreSQL server that refuses unencrypted connections. */
import { chown, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeOpenFailure } from '#lib/database/open-failure.ts';
import { openStore } from '#lib/store/open.ts';
import { freePort } from '#scripts/ports.ts';
import { createCertificate } from './support/certificate.ts';
import {
  createServerFolder,
  runAsServer,
  type ServerProgram,
  startServer,
} from './support/server-programs.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const USER = 'mailroom';
/** The server also listens on an address that isn't in its certificate. */
const OTHER_HOST = '127.0.0.2';

let server: ServerProgram;
let port: number;
/** The server's certificate, which no authority signed. */
let certificateFile: string;
let otherCertificateFile: string;
const folders: { remove: () => Promise<void> }[] = [];

async function createFolder(name: string): Promise<string> {
  const created = await createServerFolder(name);
  folders.push(created);
  return created.folder;
}

beforeAll(async () => {
  const [data, other] = [await createFolder('encrypted'), await createFolder('other-certificate')];
  await runAsServer('initdb', '-D', data, '-U', USER, '--auth=trust', '-E', 'UTF8', '--locale=C');
  await writeFile(join(data, 'pg_hba.conf'), 'hostssl all all 127.0.0.0/8 trust\n');
  const { keyFile, ...files } = await createCertificate(data);
  certificateFile = files.certificateFile;
  ({ certificateFile: otherCertificateFile } = await createCertificate(other));
  // PostgreSQL refuses a key that belongs to another user.
  const { uid, gid } = await stat(data);
  for (const file of [keyFile, certificateFile]) await chown(file, uid, gid);
  port = await freePort();
  const settings = [
    'unix_socket_directories=',
    `listen_addresses=127.0.0.1,${OTHER_HOST}`,
    'ssl=on',
    `ssl_cert_file=${certificateFile}`,
    `ssl_key_file=${keyFile}`,
  ];
  server = await startServer(
    'postgres',
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    'ready to accept',
  );
});
afterAll(async () => {
  await server?.end('SIGQUIT');
  await Promise.all(folders.map(({ remove }) => remove()));
});

const open = (query: string, host = '127.0.0.1') =>
  openStore({ databaseUrl: `postgres://${USER}@${host}:${port}/postgres${query}`, dataFolder: '' });

/** Returns the error message for operators. */
async function explainFailure(...location: Parameters<typeof open>): Promise<string | undefined> {
  const error = await open(...location).then(
    async ({ close }) => {
      await close();
      throw new Error('The connection was accepted.');
    },
    (refusal: unknown) => refusal,
  );
  return describeOpenFailure(error);
}

it('with verify-full and the authority’s certificate, all connections are encrypted', async () => {
  const { db, close } = await open(`?sslmode=verify-full&sslrootcert=${certificateFile}`);
  try {
    // Several queries at once use several connections.
    const query = sql`select pid, ssl from pg_stat_ssl where pid = pg_backend_pid() and pg_sleep(0.1) is not null`;
    const results = await Promise.all(Array.from({ length: 3 }, () => db.execute(query)));
    const rows = results.flatMap(
      (result) => (result as unknown as { rows: { pid: number; ssl: boolean }[] }).rows,
    );
    expect(rows.map(({ ssl }) => ssl)).toEqual([true, true, true]);
    expect(new Set(rows.map(({ pid }) => pid)).size).toBe(3);
  } finally {
    await close();
  }
});

it('a certificate from an unknown authority is refused, and the error message says what to add', async () => {
  for (const query of ['?sslmode=verify-full', `?sslmode=verify-full&sslrootcert=${otherCertificateFile}`])
    expect(await explainFailure(query)).toMatch(/authority that Mailroom doesn’t know .*sslrootcert=FILE/);
});

it('a certificate for another host is refused', async () => {
  const query = `?sslmode=verify-full&sslrootcert=${certificateFile}`;
  expect(await explainFailure(query, OTHER_HOST)).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
});

it('the server accepts no connection without encryption', async () => {
  expect(await explainFailure('?sslmode=disable')).toContain('28000');
});
