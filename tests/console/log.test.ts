/** Tests that log lines don't contain secrets, and that they contain the causes of errors. */
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { redactOutput, reportError } from '#lib/database/error-report.ts';
import { openDatabase } from '#lib/database/open.ts';
import { createLog } from '#lib/log.ts';
import { prepareConsoleDatabase } from '../support/prepared-folder.ts';
import { temporaryFolder } from './support/settings.ts';

const SECRET = 'sk_test_canary';

it.each(['authorization', 'cookie', 'source', 'password'])(
  'a log line redacts the field %s and keeps the other fields',
  (name) => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => lines.push(line) });
    const secret = { [name]: SECRET };
    log.info({ operation: 'getCampaign', ...secret, headers: secret, request: { form: secret } }, 'done');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines.join())).toMatchObject({ operation: 'getCampaign', msg: 'done' });
    expect(lines.join()).not.toContain(SECRET);
  },
);

const EMAIL = 'mia@brightwater.example';
const HASH = 'scrypt$16384$8$1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g';

it('the log entry for a failed query contains the cause and the stack, but no parameters', async () => {
  const { folder, remove } = temporaryFolder();
  onTestFinished(remove);
  await prepareConsoleDatabase(folder);
  const migrations = join(process.cwd(), 'lib/store/migrations');
  const { db, close } = await openDatabase({ folder: join(folder, 'console'), migrations });
  onTestFinished(close);
  const add = () =>
    db.execute(
      sql`insert into members (id, email, role, password_hash) values (gen_random_uuid(), ${EMAIL}, 'viewer', ${HASH})`,
    );
  await add();
  const failures = [
    [add, '23505', 'insert into members'],
    [() => db.execute(sql`select ${EMAIL}::uuid`), '22P02', 'select $1::uuid'],
    [() => db.execute(sql`select * from nowhere where name = ${HASH}`), '42P01', 'from nowhere'],
  ] as const;
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  for (const [fail, code, query] of failures) {
    log.error({ err: await fail().catch((error: unknown) => error) }, 'a request failed');
    const { err } = JSON.parse(lines.at(-1) ?? '');
    expect(err).toMatchObject({
      type: 'Error',
      message: expect.stringContaining(query),
      stack: expect.stringMatching(/^at /),
      cause: { code, stack: expect.stringMatching(/^at /) },
    });
  }
  expect(lines).toHaveLength(failures.length);
  for (const secret of [EMAIL, HASH, 'aGFzaGhhc2ho', 'brightwater'])
    expect(lines.join()).not.toContain(secret);
});

it('every kind of thrown value can be logged', () => {
  expect(reportError('no mia@brightwater.example')).toEqual({ type: 'string', message: 'no [redacted]' });
  expect(reportError(undefined)).toEqual({ type: 'undefined', message: 'undefined' });
  const refused = new AggregateError([Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })]);
  expect(reportError(refused).cause).toMatchObject({ message: 'refused', code: 'ECONNREFUSED' });
  const loop = new Error('a loop');
  loop.cause = loop;
  expect(JSON.stringify(reportError(loop)).match(/a loop/g)?.length).toBeLessThan(10);
});

const TYPED = 'a comment that someone typed';
const failureOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

it.each<[string, () => unknown]>([
  ['JSON', () => JSON.parse(`[{"comment":"${TYPED}"},`)],
  ['JSON that starts with text', () => JSON.parse(TYPED)],
  ['JSON in the middle of a text', () => JSON.parse(`["${TYPED.repeat(3)}", ${TYPED.repeat(3)}]`)],
  ['JSON with quotation marks', () => JSON.parse(`"${TYPED}" 'x"`)],
  ['a BigInt', () => BigInt(TYPED)],
  ['a regular expression', () => new RegExp(`${TYPED}(`)],
  ['a request’s URL', () => new Request(TYPED)],
])('the log entry for invalid input doesn’t quote the input: %s', (_, parse) => {
  const { message, type } = reportError(failureOf(parse));
  expect(type).toMatch(/^(SyntaxError|TypeError)$/);
  expect(message).not.toMatch(/comment|typed|someone/);
});

it('a message that Next prints becomes one log line without parts of requests', () => {
  const id = `no id, but ${TYPED}`;
  const printed = [
    redactOutput(
      `Failed to find Server Action "${id}". This request might be from an older deployment.\nRead more`,
    ),
    redactOutput(`\`host\` header with value \`${TYPED}\` does not match \`origin\` header`),
    redactOutput(`Unexpected token 'a', "{"comment": "${TYPED}"... is not valid JSON`),
  ];
  expect(printed.join()).not.toContain(TYPED);
  expect(printed[0]).toMatch(/^Failed to find Server Action \[redacted\]\. This request/);
});
