/**
 * `npm run demo`: starts the console and the embedded service, with three members. `npm run demo -- --reset`
 * deletes the demo's data. If the console or the service exits unexpectedly, the demo restarts it. Ctrl-C
 * stops both programs.
 */
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { TEST_CARDS } from '#service/rules/card.ts';
import { ensureBuild } from './build.ts';
import { DEMO_MEMBERS, DEMO_PASSWORD, readOrCreateDemoData } from './demo-data.ts';
import { onNpmEnd } from './npm.ts';
import { portProblem } from './ports.ts';
import { isResponding, NotReady, root } from './program.ts';
import { readTimeSkips, skipCommand, TIME_HELP } from './skip-time.ts';
import { Supervisor } from './supervisor.ts';

const data = resolve(root, process.env.MAILROOM_DATA || '.data');
const port = process.env.PORT || '3000';
const servicePort = process.env.SERVICE_PORT || '4010';
const serviceUrl = `http://127.0.0.1:${servicePort}`;
const address = `http://localhost:${port}`;

const supervisor = new Supervisor((sentence) => stopDemo(1, sentence));
process.on('SIGINT', () => stopDemo(0)).on('SIGTERM', () => stopDemo(0));
onNpmEnd('demo', () => stopDemo(0));

let isStopping = false;
async function stopDemo(code: number, sentence = ''): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  if (sentence) console.error(sentence);
  await supervisor.stopAll();
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
      'Options: --reset deletes the demo’s data; --monthly-invoice bills campaigns by monthly invoice. Example: npm run demo -- --reset',
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

/** Deletes only the files that belong to the demo, because the directory can contain other files. */
async function removeDemoData(): Promise<void> {
  for (const part of ['console', 'service', 'demo.json']) {
    await rm(join(data, part), { recursive: true, force: true });
  }
}

let isReady = false;
async function startDemo(): Promise<void> {
  const { reset, 'monthly-invoice': monthlyInvoice } = readOptions();
  await checkPorts();
  if (reset) await removeDemoData();
  if (!(await ensureBuild())) throw new CannotStart('The console could not be built.');

  // These values override the environment's settings, so the demo never uses a real service, card form, or database.
  const settings = {
    MAILROOM_DATA: data,
    DATABASE_URL: '',
    NEXTAUTH_SECRET_PREVIOUS: '',
    DIRECTMAIL_API_KEY_PREVIOUS: '',
    DATABASE_MIGRATION_URL: '',
    DATABASE_TIMEOUT: '',
    DATABASE_POOL: '',
    PAY_LINK_ORIGINS: '',
    CARD_FIELDS_URL: `${serviceUrl}/card-form`,
    CARD_TOKENS: '',
    DIRECTMAIL_TEMPLATE_UPDATE_PATH: '',
    DIRECTMAIL_MONTHLY_INVOICE: String(monthlyInvoice),
  };
  const { key, secret } = await readOrCreateDemoData(data, settings);
  console.log('Starting the embedded service and the console …');
  await supervisor.run({
    name: 'service',
    args: [
      'service/start.ts',
      ...['--port', servicePort, '--data', join(data, 'service'), '--controls'],
      // v2 calls require the email address of a known user in addition to the API key.
      ...DEMO_MEMBERS.flatMap(({ email }) => ['--user', email]),
      ...(monthlyInvoice ? ['--monthly-invoice'] : []),
    ],
    env: { SERVICE_KEY: key },
    ready: () => isResponding(serviceUrl),
  });
  await supervisor.run({
    name: 'console',
    args: ['scripts/start.ts'],
    env: {
      HOST: '127.0.0.1',
      LOG_FORMAT: 'pretty',
      ...settings,
      DIRECTMAIL_BASE_URL: serviceUrl,
      DIRECTMAIL_BASE_URL_V2: serviceUrl,
      DIRECTMAIL_API_KEY: key,
      NEXTAUTH_URL: address,
      NEXTAUTH_SECRET: secret,
      PORT: port,
    },
    ready: () => isResponding(`http://127.0.0.1:${port}/login`),
    // Until then, the console prints only that it is starting.
    printsAll: () => isReady,
  });
}

function greeting(): string {
  const people = DEMO_MEMBERS.map(({ email, permissions }) => `  ${email.padEnd(22)} ${permissions}`).join(
    '\n',
  );
  return `
Mailroom is ready: ${address}

Sign in with the password ${DEMO_PASSWORD} as
${people}

The console uses the embedded service at ${serviceUrl}. Nothing is printed or charged.
Card ${TEST_CARDS.approved} is approved and ${TEST_CARDS.declined} is declined.
${process.stdin.isTTY ? TIME_HELP : skipCommand(serviceUrl)}
Data is stored in ${data}. To start over, run npm run demo -- --reset. Press Ctrl-C to stop.
`;
}

try {
  await startDemo();
  if (!isStopping) console.log(greeting());
  isReady = true;
  if (process.stdin.isTTY) readTimeSkips(serviceUrl);
} catch (error) {
  if (!(error instanceof CannotStart || error instanceof NotReady)) throw error;
  await stopDemo(1, error.message);
}
