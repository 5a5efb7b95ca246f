/** The settings of the console, and the one reader of process.env. */
import { z } from 'zod';
import { singleton } from './singleton.ts';

export interface Env {
  /** {base_url} and {base_url_v2}, without a trailing slash. */
  readonly baseUrl: string;
  readonly baseUrlV2: string;
  readonly apiKey: string;
  /** The console's public origin, for redirect_uri, links and the check of who sends a form. */
  readonly origin: string;
  readonly secret: string;
  /** PostgreSQL; when absent, PGlite in `dataFolder`. */
  readonly databaseUrl: string | undefined;
  readonly dataFolder: string;
  readonly port: number;
  /** Where a pay link may point besides https and the service itself. */
  readonly payLinkOrigins: readonly string[];
  /** Replaces the documented path of the template update, for a service that has it elsewhere. */
  readonly templateUpdatePath: string | undefined;
  /** Whether the consumer is billed by monthly invoice: then v2 send takes checkout's place (4.7). */
  readonly monthlyInvoice: boolean;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** Every setting that is missing or wrong, a sentence each. Values are never repeated: some are secrets. */
export class EnvError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(['Mailroom cannot start with these settings:', ...problems.map((line) => `  ${line}`)].join('\n'));
    this.name = 'EnvError';
    this.problems = problems;
  }
}

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

function parseUrl(text: string): URL | null {
  // The URL parser forgives spaces, tabs and backslashes; a setting that has them is a mistake.
  if (/[\s\\]/.test(text)) return null;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    return null;
  return url;
}

const serviceBase = (what: string) =>
  z.string({ error: `is missing: ${what}` }).transform((text, context) => {
    const url = parseUrl(text);
    if (url) return url.href.replace(/\/+$/, '');
    context.addIssue(`must be an http or https address without user, query or fragment: ${what}`);
    return z.NEVER;
  });

const PUBLIC_ORIGIN = 'the address people open the console at, such as https://mailroom.example.com';
const publicOrigin = z.string({ error: `is missing: ${PUBLIC_ORIGIN}` }).transform((text, context) => {
  const url = parseUrl(text);
  if (url && url.pathname === '/') return url.origin;
  context.addIssue(`must be an http or https origin without a path: ${PUBLIC_ORIGIN}`);
  return z.NEVER;
});

const origins = z
  .string()
  .optional()
  .transform((text = '', context) =>
    text
      .split(/[\s,]+/)
      .filter((part) => part !== '')
      .map((part) => {
        const url = parseUrl(part);
        if (url && url.pathname === '/') return url.origin;
        context.addIssue('must be http or https origins, separated by commas');
        return z.NEVER;
      }),
  );

const databaseUrl = z
  .string()
  .refine((text) => /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be a postgres:// address')
  .optional();
const dataFolder = z.string().default('.data');

const settings = z.object({
  DIRECTMAIL_BASE_URL: serviceBase('the base address of the v1 endpoints'),
  DIRECTMAIL_BASE_URL_V2: serviceBase('the base address of the v2 endpoints'),
  DIRECTMAIL_API_KEY: z
    .string({ error: 'is missing: the API key of the direct-mail service' })
    .regex(/^[\x21-\x7e]{1,500}$/, 'must be plain characters without spaces'),
  NEXTAUTH_URL: publicOrigin,
  NEXTAUTH_SECRET: z
    .string({
      error: 'is missing: at least 32 random characters, such as the output of `openssl rand -base64 32`',
    })
    .min(32, 'must have at least 32 characters, such as the output of `openssl rand -base64 32`'),
  DATABASE_URL: databaseUrl,
  MAILROOM_DATA: dataFolder,
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 1 to 65535')
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_535, 'must be a port number from 1 to 65535')
    .default(3000),
  PAY_LINK_ORIGINS: origins,
  DIRECTMAIL_TEMPLATE_UPDATE_PATH: z
    .string()
    .regex(/^\/v1(\/[\w-]+)*\/\{id\}(\/[\w-]+)*$/, 'must be a path such as /v1/templates/{id}')
    .optional(),
  DIRECTMAIL_MONTHLY_INVOICE: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false')
    .transform((text) => text === 'true'),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
});

type Source = Readonly<Record<string, string | undefined>>;

function parse<S extends z.ZodObject>(schema: S, source: Source): z.output<S> {
  // `NAME=` in an env file means "not set".
  const given = Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, source[name]?.trim() || undefined]),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = new Map<string, string>();
  for (const { path, message } of parsed.error.issues) {
    const name = String(path[0]);
    if (!problems.has(name)) problems.set(name, `${name} ${message}.`);
  }
  throw new EnvError([...problems.values()]);
}

/** @throws EnvError naming every wrong setting at once */
export function readEnv(source: Source): Env {
  const read = parse(settings, source);
  return {
    baseUrl: read.DIRECTMAIL_BASE_URL,
    baseUrlV2: read.DIRECTMAIL_BASE_URL_V2,
    apiKey: read.DIRECTMAIL_API_KEY,
    origin: read.NEXTAUTH_URL,
    secret: read.NEXTAUTH_SECRET,
    databaseUrl: read.DATABASE_URL,
    dataFolder: read.MAILROOM_DATA,
    port: read.PORT,
    payLinkOrigins: read.PAY_LINK_ORIGINS,
    templateUpdatePath: read.DIRECTMAIL_TEMPLATE_UPDATE_PATH,
    monthlyInvoice: read.DIRECTMAIL_MONTHLY_INVOICE,
    logLevel: read.LOG_LEVEL,
  };
}

/** Only where the console's own data is, for programs that never call the service. @throws EnvError */
export function readStoreEnv(source: Source): Pick<Env, 'databaseUrl' | 'dataFolder'> {
  const read = parse(z.object({ DATABASE_URL: databaseUrl, MAILROOM_DATA: dataFolder }), source);
  return { databaseUrl: read.DATABASE_URL, dataFolder: read.MAILROOM_DATA };
}

/** The settings of this process. @throws EnvError */
export function env(): Env {
  return singleton('env', () => readEnv(process.env));
}

/** The origins of the configured service: trusted for pay links, proofs and thumbnails, wherever they are. */
export function serviceOrigins({
  baseUrl,
  baseUrlV2,
}: Pick<Env, 'baseUrl' | 'baseUrlV2'>): readonly string[] {
  return [...new Set([new URL(baseUrl).origin, new URL(baseUrlV2).origin])];
}

export const inDevelopment = process.env.NODE_ENV === 'development';
