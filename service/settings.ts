/** The command line of the service. */
import { parseArgs } from 'node:util';

export interface Settings {
  readonly port: number;
  /** v2 on a port of its own, as the interface allows; undefined: on `port`, with v1. */
  readonly v2Port: number | undefined;
  readonly host: string;
  /** Replaces http://HOST:PORT in the service's own URLs, for one that is reached through a proxy. */
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

export type SettingsReading =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: 'help' }
  /** A sentence for each wrong setting. */
  | { readonly ok: false; readonly problems: readonly string[] };

const FLAGS = {
  port: { type: 'string', default: '4010' },
  'v2-port': { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  origin: { type: 'string' },
  data: { type: 'string', default: '.data/service' },
  'database-url': { type: 'string' },
  key: { type: 'string' },
  campaigns: { type: 'string', default: '150' },
  'clock-rate': { type: 'string', default: '1' },
  controls: { type: 'boolean', default: false },
  user: { type: 'string', multiple: true, default: [] as string[] },
  'invoice-key': { type: 'string' },
  'monthly-invoice': { type: 'boolean', default: false },
  'no-render': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export const USAGE = `npm run service -- --key KEY [options]

  --key KEY              the key that callers give; SERVICE_KEY in the environment does as well
  --port 4010            0 takes a free one
  --v2-port PORT         v2 on a port of its own
  --host 127.0.0.1
  --origin URL           what the service's own links begin with, behind a proxy
  --data .data/service   the folder of its database
  --database-url URL     PostgreSQL instead of the folder
  --campaigns 150        how many a new database begins with; up to 10000000
  --clock-rate 1         60: a minute passes in a second
  --user EMAIL           an address that v2 takes after the key; may be given several times
  --monthly-invoice      v2 send is agreed with the holder of that key
  --invoice-key KEY      a second consumer's, with whom it is agreed; SERVICE_INVOICE_KEY does as well.
                         Both see the same customers, templates and campaigns
  --no-render            no pictures and proofs
  --controls             /sandbox: skip time, cause faults, see what arrived, change a draft's artwork
                         and recipients
                         curl -X POST http://127.0.0.1:4010/sandbox/clock \\
                           -H 'content-type: application/json' -d '{"advance_ms": 86400000}'
`;

/** @param environment SERVICE_KEY is used when --key is not given, SERVICE_INVOICE_KEY when --invoice-key is not */
export function readSettings(
  args: readonly string[],
  environment: {
    readonly SERVICE_KEY?: string | undefined;
    readonly SERVICE_INVOICE_KEY?: string | undefined;
  },
): SettingsReading {
  const parsed = parse(args);
  if (typeof parsed === 'string') return { ok: false, problems: [parsed] };
  if (parsed.help) return { ok: 'help' };
  const problems: string[] = [];
  const check = (fits: boolean, problem: string) => {
    if (!fits) problems.push(problem);
  };

  const key = parsed.key ?? environment.SERVICE_KEY ?? '';
  check(key !== '', 'Give the service key with --key or in SERVICE_KEY.');
  check(/^[\x21-\x7e]*$/.test(key), 'The service key is letters, digits and signs without spaces.');
  const invoiceKey = (parsed['invoice-key'] ?? environment.SERVICE_INVOICE_KEY) || undefined;
  check(
    invoiceKey === undefined || /^[\x21-\x7e]+$/.test(invoiceKey),
    '--invoice-key is letters, digits and signs without spaces.',
  );
  check(invoiceKey === undefined || invoiceKey !== key, '--invoice-key is another key than --key.');
  const { host, origin, 'database-url': databaseUrl, 'v2-port': v2Port } = parsed;
  check(isWhole(parsed.port, 65_535), '--port is a number from 0 to 65535.');
  check(v2Port === undefined || isWhole(v2Port, 65_535), '--v2-port is a number from 0 to 65535.');
  check(isWhole(parsed.campaigns, 10_000_000), '--campaigns is a number from 0 to 10000000.');
  check(/^\d{1,6}(\.\d+)?$/.test(parsed['clock-rate']), '--clock-rate is a number from 0 to 999999.');
  check(
    origin === undefined || isOrigin(origin),
    '--origin is like https://service.example, without a path.',
  );
  check(
    databaseUrl === undefined || /^postgres(ql)?:\/\//.test(databaseUrl),
    '--database-url begins with postgres://.',
  );
  for (const user of parsed.user)
    check(/^[^\s@]+@[^\s@]+$/.test(user), `--user ${user} is not an e-mail address.`);
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
    // Node's own sentence names the flag; what follows its first one is advice for positional arguments.
    const [sentence = ''] = error instanceof Error ? error.message.split(/\.\s/, 1) : [];
    return `${sentence}. npm run service -- --help lists the options.`;
  }
}

const isWhole = (text: string, most: number): boolean => /^\d{1,8}$/.test(text) && Number(text) <= most;

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
