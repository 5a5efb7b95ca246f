/** The console's settings. Only this module reads process.env. */
import { z } from 'zod';
import type { Role } from '#lib/domain/permissions.ts';
import type { AddressRange } from '#lib/runtime/address-ranges.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import type { Sender, SmtpServer } from './email-shapes.ts';
import * as email from './email-shapes.ts';
import { type Retention, readRetention, retentionSettings } from './retention-shapes.ts';
import type { BulkLimit } from './shapes.ts';
import * as shape from './shapes.ts';
import * as telemetry from './telemetry-shapes.ts';
import * as url from './url-shapes.ts';

export interface Env {
  /** The base URLs for v1 and v2, without trailing slashes. */
  readonly baseUrl: string;
  readonly baseUrlV2: string;
  readonly apiKey: string;
  /** The key for repeating a read if the mail service rejects `apiKey`. */
  readonly previousApiKey: string | undefined;
  /**
   * The console's public origin. Used in redirect URIs and links, and to check where forms were submitted
   * from.
   */
  readonly origin: string;
  readonly secret: string;
  /** A secret that might have been used to make existing values. New values are made with `secret`. */
  readonly previousSecret: string | undefined;
  /** If undefined, the console uses PGlite in `dataFolder`. */
  readonly databaseUrl: string | undefined;
  /** The URL of a PostgreSQL user that can create and change tables. If undefined, `databaseUrl` is used. */
  readonly databaseMigrationUrl: string | undefined;
  readonly dataFolder: string;
  /** How long a PostgreSQL query may take. */
  readonly databaseTimeoutMs: number;
  /** The maximum number of connections to PostgreSQL that this process opens. */
  readonly databasePool: number;
  /** The address that the console listens on. */
  readonly host: string;
  readonly port: number;
  /** How many large requests, such as requests with a design, the console processes at once. */
  readonly maxLargeRequests: number;
  /** Origins that payment links may have, in addition to https origins and the service's own origin. */
  readonly payLinkOrigins: readonly string[];
  /** The card processor's page, which checkout shows in a frame so that members can enter a card. */
  readonly cardFieldsUrl: string | undefined;
  /** Whether checkout has a field for a card token. */
  readonly cardTokens: boolean;
  /** Overrides the documented path for updating templates, for services that use a different path. */
  readonly templateUpdatePath: string | undefined;
  /**
   * Whether the consumer is billed by monthly invoice. Invoiced consumers use v2 send instead of paying at checkout
   * (4.7).
   */
  readonly monthlyInvoice: boolean;
  /** If a bulk job exceeds either limit, the member must type the number of campaigns to start it. */
  readonly bulkConfirmAbove: BulkLimit;
  /** The identity provider for single sign-on. Null if single sign-on is disabled. */
  readonly oidc: Oidc | null;
  readonly passwordSignIn: boolean;
  /** How long a session stays valid without being used. */
  readonly sessionIdleHours: number;
  /** The maximum duration of a session, no matter how often it is used. */
  readonly sessionHours: number;
  /** How many API requests a token can make per minute. */
  readonly apiRequestsPerMinute: number;
  /** How many calls per minute the sync of the campaign index makes. 0 turns the sync off. */
  readonly syncCallsPerMinute: number;
  /** The addresses of the proxies in front of the console. Each proxy appends an address to X-Forwarded-For. */
  readonly trustedProxies: readonly AddressRange[];
  /** The email server and the sender address. Null if the console doesn't send email. */
  readonly email: { readonly server: SmtpServer; readonly from: Sender } | null;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** How long data that accumulates is kept. */
  readonly retention: Retention;
  /** The maximum time that the console takes to stop. */
  readonly shutdownMs: number;
  /** How long the console accepts connections after SIGTERM. */
  readonly shutdownDelayMs: number;
  /** Whether log lines are JSON, or text that is easier for people to read. */
  readonly logFormat: (typeof telemetry.LOG_FORMATS)[number];
  /** Where the console serves its metrics. Null if metrics are off. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Where the console sends traces. Null if tracing is off. */
  readonly tracing: Tracing | null;
}

export interface Tracing {
  /** The base URL of the OpenTelemetry collector, without a trailing slash. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The share of traces to record, from 0 to 1. Requests that belong to a caller's trace follow the caller's choice. */
  readonly sampleRatio: number;
}

export interface Oidc {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * Email domains in lowercase. People with an address in an allowed domain become members when they first
   * sign in.
   */
  readonly allowedDomains: readonly string[];
  readonly defaultRole: Role;
  /** The provider's name, which the sign-in page shows. */
  readonly name: string;
  /** Whether to accept email addresses from a provider that doesn't say whether they are verified. */
  readonly trustEmail: boolean;
  /** Whether a sign-in through the provider counts as a sign-in with a second factor. */
  readonly trustSecondFactor: boolean;
  /**
   * The name of the claim that contains a person's groups or roles. Null if the provider doesn't assign roles.
   */
  readonly roleClaim: string | null;
  /** The role for each value of the claim. */
  readonly roleMap: ReadonlyMap<string, Role>;
}

/**
 * The error for missing and invalid settings. The error never contains a setting's value, because some values
 * are secrets.
 */
export class EnvError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(['Mailroom can’t start with these settings:', ...problems.map((line) => `  ${line}`)].join('\n'));
    this.name = 'EnvError';
    this.problems = problems;
  }
}

/** The secret in .env.example. Accepted only if no other computer can reach the console. */
const EXAMPLE_SECRET = 'replace-with-at-least-32-random-characters';

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

const apiKey = z
  .string({ error: 'is missing: the mail service’s API key' })
  .regex(/^[\x21-\x7e]{1,500}$/, 'must contain only printable ASCII characters and no spaces');

const settings = z.object({
  DIRECTMAIL_BASE_URL: url.serviceBase('the base URL for v1 endpoints'),
  DIRECTMAIL_BASE_URL_V2: url.serviceBase('the base URL for v2 endpoints'),
  DIRECTMAIL_API_KEY: apiKey,
  DIRECTMAIL_API_KEY_PREVIOUS: apiKey.optional(),
  NEXTAUTH_URL: url.publicOrigin,
  NEXTAUTH_SECRET: shape.secret,
  NEXTAUTH_SECRET_PREVIOUS: shape.secret.optional(),
  DATABASE_URL: url.databaseUrl,
  DATABASE_MIGRATION_URL: url.databaseUrl,
  MAILROOM_DATA: shape.dataFolder,
  DATABASE_TIMEOUT: shape.databaseTimeout,
  DATABASE_POOL: shape.databasePool,
  SHUTDOWN_SECONDS: shape.shutdownSeconds,
  SHUTDOWN_DELAY_SECONDS: shape.shutdownDelaySeconds,
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 1 to 65535')
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_535, 'must be a port number from 1 to 65535')
    .default(3000),
  HOST: shape.host,
  MAX_LARGE_REQUESTS: shape.maxLargeRequests,
  PAY_LINK_ORIGINS: url.origins,
  CARD_FIELDS_URL: url.cardFieldsUrl,
  CARD_TOKENS: shape.flag('false'),
  DIRECTMAIL_TEMPLATE_UPDATE_PATH: z
    .string()
    .regex(/^\/v1(\/[\w-]+)*\/\{id\}(\/[\w-]+)*$/, 'must be a path such as /v1/templates/{id}')
    .optional(),
  DIRECTMAIL_MONTHLY_INVOICE: shape.flag('false'),
  BULK_CONFIRM_ABOVE: shape.bulkLimit,
  OIDC_ISSUER: url.issuer,
  OIDC_CLIENT_ID: shape.printable(500),
  OIDC_CLIENT_SECRET: shape.printable(500),
  OIDC_ALLOWED_DOMAINS: shape.domains,
  OIDC_DEFAULT_ROLE: shape.role,
  OIDC_NAME: shape.printable(40),
  OIDC_TRUST_EMAIL: shape.flag('false'),
  OIDC_TRUST_SECOND_FACTOR: shape.flag('false'),
  OIDC_ROLE_CLAIM: shape.printable(200),
  OIDC_ROLE_MAP: shape.roleMap,
  PASSWORD_SIGN_IN: shape.flag('true'),
  SESSION_IDLE_HOURS: shape.hours(8),
  SESSION_HOURS: shape.hours(12),
  API_REQUESTS_PER_MINUTE: shape.requestsPerMinute,
  DIRECTMAIL_SYNC_CALLS_PER_MINUTE: shape.syncCallsPerMinute,
  TRUSTED_PROXY_ADDRESSES: shape.addressRanges,
  SMTP_URL: email.smtpServer,
  MAIL_FROM: email.sender,
  ...retentionSettings,
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  LOG_FORMAT: telemetry.logFormat,
  METRICS_PORT: telemetry.optionalPort,
  METRICS_HOST: shape.host,
  OTEL_EXPORTER_OTLP_ENDPOINT: telemetry.otlpEndpoint,
  OTEL_EXPORTER_OTLP_HEADERS: telemetry.otlpHeaders,
  OTEL_SERVICE_NAME: shape.printable(100),
  OTEL_TRACES_SAMPLER_ARG: telemetry.sampleRatio,
});

/** The schemas of all settings, by name, as they appear in .env.example. */
export const SETTING_SHAPES = settings.shape;
export type SettingName = keyof typeof SETTING_SHAPES;

type Source = Readonly<Record<string, string | undefined>>;

/**
 * Settings that earlier releases used. Silently ignoring such a setting could make the console less secure.
 */
const REPLACED: Readonly<Record<string, string>> = {
  TRUSTED_PROXIES: 'was replaced by TRUSTED_PROXY_ADDRESSES: the IP addresses of the proxies',
};

function parse<S extends z.ZodObject>(
  schema: S,
  source: Source,
  replaced: Readonly<Record<string, string>> = {},
): z.output<S> {
  // An empty value counts as missing.
  const given = Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, source[name]?.trim() || undefined]),
  );
  const parsed = schema.safeParse(given);
  const problems = new Map<string, string>();
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = String(path[0]);
    if (!problems.has(name)) problems.set(name, `${name} ${message}.`);
  }
  for (const [name, message] of Object.entries(replaced))
    if (source[name]?.trim()) problems.set(name, `${name} ${message}.`);
  for (const [name, message] of settingConflicts(given)) problems.set(name, `${name} ${message}.`);
  if (parsed.success && problems.size === 0) return parsed.data;
  throw new EnvError([...problems.values()]);
}

/** Returns problems that depend on several settings, such as a missing setting that another setting requires. */
function settingConflicts(given: Source): readonly (readonly [name: string, message: string])[] {
  const has = (name: string) => given[name] !== undefined;
  const checkRequired = (name: string, needed: string, meaning: string) =>
    has(name) && !has(needed) ? [[needed, `is required by ${name}: ${meaning}`] as const] : [];
  return [
    ...checkRequired('OIDC_ISSUER', 'OIDC_CLIENT_ID', 'the console’s client ID at your identity provider'),
    ...checkRequired(
      'OIDC_ISSUER',
      'OIDC_CLIENT_SECRET',
      'the console’s client secret at your identity provider',
    ),
    ...checkRequired('OIDC_CLIENT_ID', 'OIDC_ISSUER', 'your identity provider’s issuer URL'),
    ...checkRequired('OIDC_ROLE_CLAIM', 'OIDC_ROLE_MAP', 'the role for each group, such as staff=sender'),
    ...checkRequired('OIDC_ROLE_MAP', 'OIDC_ROLE_CLAIM', 'the claim with a person’s groups or roles'),
    ...checkRequired(
      'DATABASE_MIGRATION_URL',
      'DATABASE_URL',
      'the database’s URL for the user that runs the console',
    ),
    ...checkRequired('SMTP_URL', 'MAIL_FROM', 'the address that emails are sent from'),
    ...checkRequired('MAIL_FROM', 'SMTP_URL', 'the server that sends emails'),
    ...(['NEXTAUTH_SECRET', 'NEXTAUTH_SECRET_PREVIOUS'] as const)
      .filter((name) => given[name] === EXAMPLE_SECRET && !url.isLoopbackUrl(given.NEXTAUTH_URL ?? ''))
      .map((name) => [name, 'is the public example. Use `openssl rand -base64 32`'] as const),
    ...(['NEXTAUTH_SECRET', 'DIRECTMAIL_API_KEY'] as const)
      .filter((name) => has(name) && given[name] === given[`${name}_PREVIOUS`])
      .map((name) => [`${name}_PREVIOUS`, `must differ from ${name}`] as const),
    ...(has('METRICS_PORT') && given.METRICS_PORT === (given.PORT ?? '3000')
      ? [['METRICS_PORT', 'must differ from PORT'] as const]
      : []),
    ...(has('CARD_FIELDS_URL') && given.CARD_TOKENS === 'true'
      ? [
          [
            'CARD_TOKENS',
            'can’t be true if CARD_FIELDS_URL is set, because members then enter a card',
          ] as const,
        ]
      : []),
    ...(url.haveCommonCookies(given.CARD_FIELDS_URL ?? '', given.NEXTAUTH_URL ?? '')
      ? [
          [
            'CARD_FIELDS_URL',
            'must have another host name than NEXTAUTH_URL, because pages with the same host name share cookies',
          ] as const,
        ]
      : []),
    ...(Number(given.SHUTDOWN_DELAY_SECONDS ?? 0) >= Number(given.SHUTDOWN_SECONDS ?? 25)
      ? [['SHUTDOWN_DELAY_SECONDS', 'must be less than SHUTDOWN_SECONDS, which includes it'] as const]
      : []),
    ...(given.PASSWORD_SIGN_IN === 'false' && !has('OIDC_ISSUER')
      ? [
          [
            'PASSWORD_SIGN_IN',
            'can be false only if OIDC_ISSUER is set, because otherwise no member could sign in',
          ] as const,
        ]
      : []),
  ];
}

/** @throws EnvError if any setting is missing or invalid */
export function readEnv(source: Source): Env {
  const read = parse(settings, source, REPLACED);
  return {
    baseUrl: read.DIRECTMAIL_BASE_URL,
    baseUrlV2: read.DIRECTMAIL_BASE_URL_V2,
    apiKey: read.DIRECTMAIL_API_KEY,
    previousApiKey: read.DIRECTMAIL_API_KEY_PREVIOUS,
    origin: read.NEXTAUTH_URL,
    secret: read.NEXTAUTH_SECRET,
    previousSecret: read.NEXTAUTH_SECRET_PREVIOUS,
    databaseUrl: read.DATABASE_URL,
    databaseMigrationUrl: read.DATABASE_MIGRATION_URL,
    dataFolder: read.MAILROOM_DATA,
    databaseTimeoutMs: read.DATABASE_TIMEOUT * 1_000,
    databasePool: read.DATABASE_POOL,
    host: read.HOST,
    port: read.PORT,
    maxLargeRequests: read.MAX_LARGE_REQUESTS,
    payLinkOrigins: read.PAY_LINK_ORIGINS,
    cardFieldsUrl: read.CARD_FIELDS_URL,
    cardTokens: read.CARD_TOKENS,
    templateUpdatePath: read.DIRECTMAIL_TEMPLATE_UPDATE_PATH,
    monthlyInvoice: read.DIRECTMAIL_MONTHLY_INVOICE,
    bulkConfirmAbove: read.BULK_CONFIRM_ABOVE,
    oidc: readOidc(read),
    passwordSignIn: read.PASSWORD_SIGN_IN,
    sessionIdleHours: read.SESSION_IDLE_HOURS,
    sessionHours: read.SESSION_HOURS,
    apiRequestsPerMinute: read.API_REQUESTS_PER_MINUTE,
    syncCallsPerMinute: read.DIRECTMAIL_SYNC_CALLS_PER_MINUTE,
    trustedProxies: read.TRUSTED_PROXY_ADDRESSES,
    email: read.SMTP_URL && read.MAIL_FROM ? { server: read.SMTP_URL, from: read.MAIL_FROM } : null,
    logLevel: read.LOG_LEVEL,
    retention: readRetention(read),
    shutdownMs: read.SHUTDOWN_SECONDS * 1_000,
    shutdownDelayMs: read.SHUTDOWN_DELAY_SECONDS * 1_000,
    logFormat: read.LOG_FORMAT,
    metrics: read.METRICS_PORT === undefined ? null : { host: read.METRICS_HOST, port: read.METRICS_PORT },
    tracing: readTracing(read),
  };
}

function readTracing(read: z.output<typeof settings>): Tracing | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = read;
  if (!endpoint) return null;
  return {
    endpoint,
    headers,
    serviceName: read.OTEL_SERVICE_NAME ?? 'mailroom',
    sampleRatio: read.OTEL_TRACES_SAMPLER_ARG,
  };
}

function readOidc(read: z.output<typeof settings>): Oidc | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = read;
  if (!issuer || !clientId || !clientSecret) return null;
  return {
    issuer,
    clientId,
    clientSecret,
    allowedDomains: read.OIDC_ALLOWED_DOMAINS,
    defaultRole: read.OIDC_DEFAULT_ROLE,
    name: read.OIDC_NAME ?? 'single sign-on',
    trustEmail: read.OIDC_TRUST_EMAIL,
    trustSecondFactor: read.OIDC_TRUST_SECOND_FACTOR,
    roleClaim: read.OIDC_ROLE_CLAIM ?? null,
    roleMap: read.OIDC_ROLE_MAP,
  };
}

/** Reads only the console's storage settings, for programs that don't call the service. @throws EnvError */
export function readStoreEnv(
  source: Source,
): Pick<Env, 'databaseUrl' | 'databaseMigrationUrl' | 'dataFolder'> {
  const read = parse(
    z.object({
      DATABASE_URL: url.databaseUrl,
      DATABASE_MIGRATION_URL: url.databaseUrl,
      MAILROOM_DATA: shape.dataFolder,
    }),
    source,
  );
  return {
    databaseUrl: read.DATABASE_URL,
    databaseMigrationUrl: read.DATABASE_MIGRATION_URL,
    dataFolder: read.MAILROOM_DATA,
  };
}

/** Returns this process's settings. @throws EnvError */
export function env(): Env {
  return singleton('env', () => readEnv(process.env));
}

/** The console trusts payment links, proofs, and thumbnails at these origins. */
export function serviceOrigins({
  baseUrl,
  baseUrlV2,
}: Pick<Env, 'baseUrl' | 'baseUrlV2'>): readonly string[] {
  return [...new Set([new URL(baseUrl).origin, new URL(baseUrlV2).origin])];
}

export const isDevelopment = process.env.NODE_ENV === 'development';
