/** Parses the service's command line. */
import { parseArgs } from 'node:util';

export interface Settings {
  readonly port: number;
  /** A separate port for v2. If undefined, v2 shares `port` with v1. */
  readonly v2Port: number | undefined;
  readonly host: string;
  /**
   * The public origin of a service behind a proxy. Replaces http://HOST:PORT in the URLs that the service
   * creates.
   */
  readonly origin: string | undefined;
  readonly folder: string;
  readonly databaseUrl: string | undefined;
  readonly key: string;
  readonly campaigns: number;
  readonly clockRate: number;
  readonly controls: boolean;
  readonly users: readonly string[];
  readonly monthlyInvoice: boolean;
  readonly invoiceKey: string | undefined;
  readonly render: boolean;
}

export type SettingsResult =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: 'help' }
  /** One sentence about each invalid setting. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** The number of sample campaigns in a new database. */
export const DEFAULT_CAMPAIGNS = 150;

const FLAGS = {
  port: { type: 'string', default: '4010' },
  'v2-port': { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  origin: { type: 'string' },
  data: { type: 'string', default: '.data/service' },
  'database-url': { type: 'string' },
  key: { type: 'string' },
  campaigns: { type: 'string', default: String(DEFAULT_CAMPAIGNS) },
  'clock-rate': { type: 'string', default: '1' },
  controls: { type: 'boolean', default: false },
  user: { type: 'string', multiple: true, default: [] as string[] },
  'invoice-key': { type: 'string' },
  'monthly-invoice': { type: 'boolean', default: false },
  'no-render': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export const USAGE = `npm run service -- --key KEY [options]

  --key KEY              API key that callers send (or set SERVICE_KEY)
  --port 4010            port to listen on; 0 picks a free port
  --v2-port PORT         separate port for v2
  --host 127.0.0.1       address to listen on
  --origin URL           public origin for the service's links when it runs behind a proxy
  --data .data/service   data folder of the embedded database
  --database-url URL     use PostgreSQL instead of the data folder
  --campaigns ${DEFAULT_CAMPAIGNS}        number of sample campaigns in a new database, up to 10000000
  --clock-rate 1         speed of the service's clock; at 60, a minute passes every second
  --user EMAIL           user email that v2 accepts after the key; can be repeated
  --monthly-invoice      enable monthly invoicing (v2 send) for the --key consumer
  --invoice-key KEY      API key of a second consumer with monthly invoicing enabled
                         (or set SERVICE_INVOICE_KEY). Both consumers see the same data
  --no-render            don't render thumbnails and proofs
  --controls             enable /sandbox: advance the clock, inject faults, list received
                         requests, change a draft's artwork and recipients
                         curl -X POST http://127.0.0.1:4010/sandbox/clock \\
                           -H 'content-type: application/json' -d '{"advance_ms": 86400000}'
`;

/** @param environment the environment variables that contain the defaults for --key and --invoice-key */
export function readSettings(
  args: readonly string[],
  environment: {
    readonly SERVICE_KEY?: string | undefined;
    readonly SERVICE_INVOICE_KEY?: string | undefined;
  },
): SettingsResult {
  const parsed = parse(args);
  if (typeof parsed === 'string') return { ok: false, problems: [parsed] };
  if (parsed.help) return { ok: 'help' };
  const problems: string[] = [];
  const check = (isValid: boolean, problem: string) => {
    if (!isValid) problems.push(problem);
  };

  const key = parsed.key ?? environment.SERVICE_KEY ?? '';
  check(key !== '', 'Set the service key with --key or SERVICE_KEY.');
  check(
    /^[\x21-\x7e]*$/.test(key),
    'The service key must contain only printable ASCII characters and no spaces.',
  );
  const invoiceKey = (parsed['invoice-key'] ?? environment.SERVICE_INVOICE_KEY) || undefined;
  check(
    invoiceKey === undefined || /^[\x21-\x7e]+$/.test(invoiceKey),
    '--invoice-key must contain only printable ASCII characters and no spaces.',
  );
  check(invoiceKey === undefined || invoiceKey !== key, '--invoice-key must differ from --key.');
  const { host, origin, 'database-url': databaseUrl, 'v2-port': v2Port } = parsed;
  check(isWholeNumber(parsed.port, 65_535), '--port must be a number from 0 to 65535.');
  check(v2Port === undefined || isWholeNumber(v2Port, 65_535), '--v2-port must be a number from 0 to 65535.');
  check(isWholeNumber(parsed.campaigns, 10_000_000), '--campaigns must be a number from 0 to 10000000.');
  check(/^\d{1,6}(\.\d+)?$/.test(parsed['clock-rate']), '--clock-rate must be a number from 0 to 999999.');
  check(
    origin === undefined || isOrigin(origin),
    '--origin must be an origin without a path, such as https://service.example.',
  );
  check(
    databaseUrl === undefined || /^postgres(ql)?:\/\//.test(databaseUrl),
    '--database-url must start with postgres://.',
  );
  for (const user of parsed.user)
    check(/^[^\s@]+@[^\s@]+$/.test(user), `--user ${user} is not a valid email address.`);
  if (problems.length > 0) return { ok: false, problems };

  const settings = {
    port: Number(parsed.port),
    v2Port: v2Port === undefined ? undefined : Number(v2Port),
    host,
    origin,
    folder: parsed.data,
    databaseUrl,
    key,
    campaigns: Number(parsed.campaigns),
    clockRate: Number(parsed['clock-rate']),
    controls: parsed.controls,
    users: parsed.user,
    monthlyInvoice: parsed['monthly-invoice'],
    invoiceKey,
    render: !parsed['no-render'],
  };
  return { ok: true, settings };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    // The first sentence of Node's message names the flag.
    // The other sentences are about positional arguments, so they are left out.
    const [sentence = ''] = error instanceof Error ? error.message.split(/\.\s/, 1) : [];
    return `${sentence}. To list the options, run: npm run service -- --help.`;
  }
}

const isWholeNumber = (text: string, max: number): boolean => /^\d{1,8}$/.test(text) && Number(text) <= max;

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
