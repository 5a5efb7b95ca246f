/** Sets the console's environment variables. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropSingleton } from '#lib/runtime/singleton.ts';

export const ORIGIN = 'http://localhost:3000';
export const API_KEY = 'key-1234567890-canary';
export const SECRET = 'a-secret-of-more-than-thirty-two-characters';

/** Settings that make the console queue emails. No server listens at the address in SMTP_URL. */
export const EMAIL_SETTINGS = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Mailroom <mailroom@mailroom.test>',
};

const DEFAULTS = {
  DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9',
  DIRECTMAIL_BASE_URL_V2: 'http://127.0.0.1:9',
  DIRECTMAIL_API_KEY: API_KEY,
  DIRECTMAIL_API_KEY_PREVIOUS: undefined,
  NEXTAUTH_URL: ORIGIN,
  NEXTAUTH_SECRET: SECRET,
  NEXTAUTH_SECRET_PREVIOUS: undefined,
  DATABASE_URL: undefined,
  DATABASE_MIGRATION_URL: undefined,
  DATABASE_TIMEOUT: undefined,
  DATABASE_POOL: undefined,
  MAX_LARGE_REQUESTS: undefined,
  PAY_LINK_ORIGINS: undefined,
  CARD_FIELDS_URL: undefined,
  CARD_TOKENS: undefined,
  DIRECTMAIL_TEMPLATE_UPDATE_PATH: undefined,
  DIRECTMAIL_MONTHLY_INVOICE: undefined,
  BULK_CONFIRM_ABOVE: undefined,
  DIRECTMAIL_SYNC_CALLS_PER_MINUTE: undefined,
  OIDC_ISSUER: undefined,
  OIDC_CLIENT_ID: undefined,
  OIDC_CLIENT_SECRET: undefined,
  OIDC_ALLOWED_DOMAINS: undefined,
  OIDC_DEFAULT_ROLE: undefined,
  OIDC_NAME: undefined,
  OIDC_TRUST_EMAIL: undefined,
  OIDC_TRUST_SECOND_FACTOR: undefined,
  OIDC_ROLE_CLAIM: undefined,
  OIDC_ROLE_MAP: undefined,
  PASSWORD_SIGN_IN: undefined,
  SESSION_IDLE_HOURS: undefined,
  SESSION_HOURS: undefined,
  API_REQUESTS_PER_MINUTE: undefined,
  TRUSTED_PROXY_ADDRESSES: undefined,
  HOST: undefined,
  SHUTDOWN_SECONDS: undefined,
  SHUTDOWN_DELAY_SECONDS: undefined,
  SMTP_URL: undefined,
  MAIL_FROM: undefined,
  KEEP_ACTIVITY_DAYS: undefined,
  KEEP_REPEATED_EVENTS_DAYS: undefined,
  KEEP_REFUSED_ATTEMPTS_DAYS: undefined,
  KEEP_JOBS_DAYS: undefined,
  KEEP_SHARE_LINKS_DAYS: undefined,
  KEEP_VISITS_DAYS: undefined,
  KEEP_INVITATIONS_DAYS: undefined,
  KEEP_NOTIFICATIONS_DAYS: undefined,
  KEEP_SESSIONS_DAYS: undefined,
  LOG_LEVEL: 'silent',
  LOG_FORMAT: undefined,
  METRICS_PORT: undefined,
  METRICS_HOST: undefined,
  OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
  OTEL_EXPORTER_OTLP_HEADERS: undefined,
  OTEL_SERVICE_NAME: undefined,
  OTEL_TRACES_SAMPLER_ARG: undefined,
} satisfies Readonly<Record<string, string | undefined>>;

export type Settings = Readonly<Partial<Record<keyof typeof DEFAULTS | 'MAILROOM_DATA', string | undefined>>>;

/**
 * Sets the environment variables to the values in `settings`, and the remaining variables to default values.
 * A variable whose value in `settings` is undefined is unset. Takes effect immediately.
 */
export function useSettings(settings: Settings): void {
  for (const [name, value] of Object.entries({ ...DEFAULTS, ...settings })) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  dropSingleton('env');
}

/** Creates a folder for MAILROOM_DATA. Returns the folder and a function that deletes the folder. */
export function temporaryFolder(): { readonly folder: string; readonly remove: () => Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), 'mailroom-test-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
