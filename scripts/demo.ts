/**
 * `npm run demo`: the console on the embedded service, with members to sign in as. Keeps what was done until
 * `npm run demo -- --reset`. Whichever of the two ends by accident is started again; Ctrl-C ends both.
 */
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild } from './build.ts';
import { readOrCreateDemoData, DEMO_MEMBERS, DEMO_PASSWORD } from './demo-data.ts';
import { portProblem } from './ports.ts';
import { isResponding, NotReady, root } from './program.ts';
import { skipCommand, readTimeSkips, TIME_HELP } from './skip-time.ts';
import { Supervisor } from './supervisor.ts';

const data = resolve(root, process.env.MAILROOM_DATA || '.data');
const port = process.env.PORT || '3000';
const servicePort = process.env.SERVICE_PORT || '4010';
const serviceUrl = `http://127.0.0.1:${servicePort}`;
const address = `http://localhost:${port}`;

const keeper = new Supervisor((sentence) => end(1, sentence));
process.on('SIGINT', () => end(0)).on('SIGTERM', () => end(0));

let ending = false;
async function end(code: number, sentence = ''): Promise<void> {
  if (ending) return;
  ending = true;
  if (sentence) console.error(sentence);
  await keeper.stopAll();
  process.exit(code);
}

class CannotStart extends Error {}

const OPTIONS = {
  reset: { type: 'boolean', default: false },
  'monthly-invoice': { type: 'boolean', default: false },
} as const;

function readOptions() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch {
    throw new CannotStart(
      'Options: --reset starts over, --monthly-invoice sends without paying first. Example: npm run demo -- --reset',
    );
  }
}

async function checkPorts(): Promise<void> {
  for (const [number, setting] of [
    [port, 'PORT'],
    [servicePort, 'SERVICE_PORT'],
  ] as const) {
    const problem = await portProblem(Number(number), setting);
    if (problem) throw new CannotStart(problem);
  }
}

/** Only what a demo made: the folder may hold other things too. */
async function forget(): Promise<void> {
  for (const part of ['console', 'service', 'demo.json']) {
    await rm(join(data, part), { recursive: true, force: true });
  }
}

async function start(): Promise<void> {
  const { reset, 'monthly-invoice': monthlyInvoice } = readOptions();
  await checkPorts();
  if (reset) await forget();
  if (!(await ensureBuild())) throw new CannotStart('The console could not be built.');

  // Named even where they are empty, so that no setting of this machine's leads the demo to a real service or database.
  const settings = {
    MAILROOM_DATA: data,
    DATABASE_URL: '',
    PAY_LINK_ORIGINS: '',
    DIRECTMAIL_TEMPLATE_UPDATE_PATH: '',
    DIRECTMAIL_MONTHLY_INVOICE: String(monthlyInvoice),
  };
  const { key, secret } = await readOrCreateDemoData(data, settings);
  console.log('Starting the embedded service and the console …');
  await keeper.run({
    name: 'service',
    args: [
      'service/start.ts',
      ...['--port', servicePort, '--data', join(data, 'service'), '--controls'],
      // v2 takes a key only with the address of a user it knows.
      ...DEMO_MEMBERS.flatMap(({ email }) => ['--user', email]),
      ...(monthlyInvoice ? ['--monthly-invoice'] : []),
    ],
    env: { SERVICE_KEY: key },
    ready: () => isResponding(serviceUrl),
  });
  await keeper.run({
    name: 'console',
    args: ['scripts/start.ts', '--hostname', '127.0.0.1'],
    env: {
      ...settings,
      DIRECTMAIL_BASE_URL: serviceUrl,
      DIRECTMAIL_BASE_URL_V2: serviceUrl,
      DIRECTMAIL_API_KEY: key,
      NEXTAUTH_URL: address,
      NEXTAUTH_SECRET: secret,
      PORT: port,
    },
    ready: () => isResponding(`http://127.0.0.1:${port}/login`),
  });
}

function greeting(): string {
  const people = DEMO_MEMBERS.map(({ email, may }) => `  ${email.padEnd(22)} ${may}`).join('\n');
  return `
Mailroom is ready: ${address}

Sign in with the password ${DEMO_PASSWORD} as
${people}

It uses the embedded service at ${serviceUrl}. Nothing is printed or charged.
Card 4242 4242 4242 4242 is approved and 4000 0000 0000 0002 is declined.
${process.stdin.isTTY ? TIME_HELP : skipCommand(serviceUrl)}
Data is stored in ${data}. To start over, run npm run demo -- --reset. Press Ctrl-C to stop.
`;
}

try {
  await start();
  if (!ending) console.log(greeting());
  if (process.stdin.isTTY) readTimeSkips(serviceUrl);
} catch (error) {
  if (!(error instanceof CannotStart || error instanceof NotReady)) throw error;
  await end(1, error.message);
}
