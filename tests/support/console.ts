/** Runs the production build of the console, as `npm start` does, with one member per role. */
import { randomBytes, randomUUID, scryptSync } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROLES, type Role } from '#lib/domain/permissions.ts';
import { addMembers } from '#scripts/members.ts';
import { freePort } from '#scripts/ports.ts';
import { isResponding, type Program, root, startProgram, waitUntilReady } from '#scripts/program.ts';
import { prepareConsoleDatabase } from './prepared-folder.ts';

const READY_TIMEOUT_MS = 60_000;
export const TEST_PASSWORD = 'a-password-for-tests';
export const memberEmail = (role: Role) => `${role}@mailroom.test`;
/**
 * Returns a new email address that doesn't belong to a member. Each test needs a different email address,
 * because sign-in attempts are limited per email address.
 */
export const unknownEmail = () => `${randomUUID()}@mailroom.test`;

export interface RunningConsole {
  /** The public origin of the console. */
  readonly url: string;
  readonly secret: string;
  /** The ID of the console's current process. */
  readonly pid: number | undefined;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** All lines that the console has printed since the first start. */
  readonly printed: readonly string[];
  kill(): Promise<void>;
  /**
   * Restarts the console on the same port with the same data.
   * @param release the directory of the release to start. Defaults to the release that was started first.
   */
  start(release?: string): Promise<void>;
  /** Changes settings, effective from the next start. */
  changeSettings(changes: Readonly<Record<string, string>>): void;
  /** Sends SIGTERM. @returns how the console ended, such as "exit code 0" */
  stop(): Promise<string>;
  /** Stops the console and deletes its data. */
  remove(): Promise<void>;
}

/**
 * @param settings settings that override the default settings of test consoles
 * @param release the directory of the release to start
 */
export async function startTestConsole(
  service: { url: string; key: string },
  settings: Readonly<Record<string, string>> = {},
  release = root,
): Promise<RunningConsole> {
  const folder = await copyDataFolder(settings.DATABASE_URL);
  const port = Number(settings.PORT ?? (await freePort()));
  const url = settings.NEXTAUTH_URL ?? `http://127.0.0.1:${port}`;
  const secret = settings.NEXTAUTH_SECRET ?? `canary-${crypto.randomUUID()}-${crypto.randomUUID()}`;
  const env = {
    MAILROOM_DATA: folder,
    NEXTAUTH_SECRET_PREVIOUS: '',
    DIRECTMAIL_API_KEY_PREVIOUS: '',
    DATABASE_URL: '',
    DATABASE_MIGRATION_URL: '',
    DATABASE_TIMEOUT: '',
    DATABASE_POOL: '',
    MAX_LARGE_REQUESTS: '',
    PAY_LINK_ORIGINS: '',
    CARD_FIELDS_URL: '',
    CARD_TOKENS: '',
    DIRECTMAIL_TEMPLATE_UPDATE_PATH: '',
    DIRECTMAIL_MONTHLY_INVOICE: '',
    BULK_CONFIRM_ABOVE: '',
    OIDC_ISSUER: '',
    OIDC_CLIENT_ID: '',
    OIDC_CLIENT_SECRET: '',
    OIDC_ALLOWED_DOMAINS: '',
    OIDC_DEFAULT_ROLE: '',
    OIDC_NAME: '',
    OIDC_TRUST_EMAIL: '',
    OIDC_TRUST_SECOND_FACTOR: '',
    OIDC_ROLE_CLAIM: '',
    OIDC_ROLE_MAP: '',
    PASSWORD_SIGN_IN: '',
    API_REQUESTS_PER_MINUTE: '',
    // With a trusted proxy, each test can send its own client address, so tests don't share rate limits.
    TRUSTED_PROXY_ADDRESSES: '127.0.0.1',
    HOST: '127.0.0.1',
    SHUTDOWN_SECONDS: '',
    SHUTDOWN_DELAY_SECONDS: '',
    SMTP_URL: '',
    LOG_FORMAT: '',
    METRICS_PORT: '',
    METRICS_HOST: '',
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
    OTEL_EXPORTER_OTLP_HEADERS: '',
    OTEL_SERVICE_NAME: '',
    OTEL_TRACES_SAMPLER_ARG: '',
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

  async function start(startedRelease = release): Promise<void> {
    program = startConsoleProgram(env, (line) => printed.push(line), startedRelease);
    // The public origin can be a proxy's origin.
    const ownUrl = `http://127.0.0.1:${port}/login`;
    await waitUntilReady(program, () => isResponding(ownUrl), READY_TIMEOUT_MS);
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
    changeSettings: (changes) => void Object.assign(env, changes),
    kill: () => program.kill(),
    async stop() {
      if (program.pid !== undefined) process.kill(program.pid, 'SIGTERM');
      return program.ended;
    },
    async remove() {
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The environment variable that contains the path of the test run's data folder. Each console copies this
 * folder.
 */
export const DATA_FOLDER_VARIABLE = 'MAILROOM_TEST_MEMBERS';

/** Copies the test run's data folder if it exists, because creating a new data folder takes seconds. */
async function copyDataFolder(databaseUrl?: string): Promise<string> {
  const original = process.env[DATA_FOLDER_VARIABLE];
  if (original === undefined || databaseUrl) return createDataFolder(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-console-'));
  await cp(original, folder, { recursive: true });
  return folder;
}

/**
 * Creates a console's data folder with one member per role. The caller must delete the folder.
 * @param databaseUrl the URL of a PostgreSQL database for the members, or an empty string for a database in
 * the folder
 */
export async function createDataFolder(databaseUrl = ''): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-console-'));
  if (databaseUrl === '') await prepareConsoleDatabase(folder);
  const members = ROLES.map((role) => ({ email: memberEmail(role), role }));
  const env = { MAILROOM_DATA: folder, DATABASE_URL: databaseUrl };
  await addMembers(members, { passwordHash: cheapHash(TEST_PASSWORD) }, env);
  return folder;
}

/**
 * Hashes a password at a low cost. A hash records its cost, so the console also checks the password at
 * the low cost. The browser tests sign in more than a hundred times.
 */
function cheapHash(password: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { N: 16, r: 8, p: 1 });
  return ['scrypt', 16, 8, 1, salt.toString('base64url'), key.toString('base64url')].join('$');
}

export function startConsoleProgram(
  env: Readonly<Record<string, string>>,
  onLine?: (line: string) => void,
  release = root,
): Program {
  return startProgram([join(release, 'scripts/start.ts')], {
    // Playwright sets FORCE_COLOR. If NO_COLOR is set, too, Node prints a warning, which isn't a log line.
    env: { ...env, FORCE_COLOR: undefined },
    ...(onLine ? { onLine } : {}),
  });
}
