/** The console as `npm start` runs it, on a production build, with members to sign in as. */
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROLES, type Role } from '#lib/domain/permissions.ts';
import { addMembers } from '#scripts/members.ts';
import { freePort } from '#scripts/ports.ts';
import { answers, type Program, startProgram, waitUntil } from '#scripts/program.ts';
import { prepareStore } from './prepared-folder.ts';

const READY_WITHIN_MS = 60_000;
export const PASSWORD = 'a-password-for-tests';
export const emailOf = (role: Role) => `${role}@mailroom.test`;
/** An address that is no member's, and no other test's: tries are counted by address, and run out. */
export const strangerEmail = () => `${randomUUID()}@mailroom.test`;

export interface Console {
  /** Its public origin. */
  readonly url: string;
  readonly secret: string;
  /** Of its process as it runs now. */
  readonly pid: number | undefined;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** All that its processes have printed so far. */
  readonly printed: readonly string[];
  kill(): Promise<void>;
  /** At the same address, with the same data. */
  start(): Promise<void>;
  /** Ends it and deletes its data. */
  remove(): Promise<void>;
}

/** @param settings on top of those that every test's console has */
export async function startConsole(
  service: { url: string; key: string },
  settings: Readonly<Record<string, string>> = {},
): Promise<Console> {
  const folder = await folderWithMembers(settings.DATABASE_URL);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const secret = settings.NEXTAUTH_SECRET ?? `canary-${crypto.randomUUID()}-${crypto.randomUUID()}`;
  const env = {
    MAILROOM_DATA: folder,
    DATABASE_URL: '',
    PAY_LINK_ORIGINS: '',
    DIRECTMAIL_TEMPLATE_UPDATE_PATH: '',
    DIRECTMAIL_MONTHLY_INVOICE: '',
    OIDC_ISSUER: '',
    OIDC_CLIENT_ID: '',
    OIDC_CLIENT_SECRET: '',
    OIDC_ALLOWED_DOMAINS: '',
    OIDC_DEFAULT_ROLE: '',
    OIDC_NAME: '',
    PASSWORD_SIGN_IN: '',
    // A test may say that it comes from another address, and so use up nobody's tries but its own.
    TRUSTED_PROXIES: '1',
    SMTP_URL: '',
    MAIL_FROM: '',
    DIRECTMAIL_BASE_URL: service.url,
    DIRECTMAIL_BASE_URL_V2: service.url,
    DIRECTMAIL_API_KEY: service.key,
    NEXTAUTH_URL: url,
    NEXTAUTH_SECRET: secret,
    PORT: String(port),
    ...settings,
  };
  const printed: string[] = [];
  let program: Program;

  async function start(): Promise<void> {
    program = startConsoleProgram(env, (line) => printed.push(line));
    await waitUntil(program, () => answers(`${url}/login`), READY_WITHIN_MS);
  }

  await start();
  return {
    url,
    secret,
    get pid() {
      return program.pid;
    },
    folder,
    env,
    printed,
    start,
    kill: () => program.kill(),
    async remove() {
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Names a folder that `newFolderWithMembers` made, for all programs of one run of the tests. */
export const MEMBERS_FOLDER = 'MAILROOM_TEST_MEMBERS';

/** A copy of the run's own folder, where there is one: making one takes seconds of work. */
async function folderWithMembers(databaseUrl?: string): Promise<string> {
  const made = process.env[MEMBERS_FOLDER];
  if (made === undefined || databaseUrl) return newFolderWithMembers(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-console-'));
  await cp(made, folder, { recursive: true });
  return folder;
}

/**
 * A console's data folder, with a member of each role in it, or in the database. Whoever asked for it removes it.
 * @param databaseUrl of PostgreSQL, instead of the folder
 */
export async function newFolderWithMembers(databaseUrl = ''): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-console-'));
  if (databaseUrl === '') await prepareStore(folder);
  const members = ROLES.map((role) => ({ email: emailOf(role), role }));
  await addMembers(members, PASSWORD, { MAILROOM_DATA: folder, DATABASE_URL: databaseUrl });
  return folder;
}

export function startConsoleProgram(
  env: Readonly<Record<string, string>>,
  onLine?: (line: string) => void,
): Program {
  return startProgram(['scripts/start.ts', '--hostname', '127.0.0.1'], {
    env,
    ...(onLine ? { onLine } : {}),
  });
}
