/** Tests that each message that Next or Node prints becomes one log line. */
import { beforeEach, expect, it } from 'vitest';
import { runNode } from '../support/run-node.ts';
import { useSettings } from './support/settings.ts';

const TYPED = 'typed by a person';

/** Runs code in a program whose console output goes to the log. Returns the lines of both output streams. */
async function runProgram(code: string): Promise<readonly string[]> {
  const start = `const { logConsoleOutput } = await import('#lib/log-errors.ts'); logConsoleOutput();`;
  const { out, err } = await runNode([
    '--conditions=react-server',
    '--input-type=module',
    '-e',
    `${start} ${code}`,
  ]);
  return `${out}${err}`.split('\n').filter((line) => line !== '');
}

beforeEach(() => useSettings({ LOG_LEVEL: 'info' }));

it.each<[string, string, number, object]>([
  ['a banner', "console.log('\\x1b[1m ▲ Next.js\\x1b[0m')", 30, { text: '▲ Next.js' }],
  [
    'a warning with a quotation',
    `console.warn(new Error('Failed to find Server Action "${TYPED}". Reload.'))`,
    40,
    { error: 'Failed to find Server Action [redacted]. Reload.' },
  ],
  [
    'an error with a request’s body',
    `try { JSON.parse('{${TYPED}') } catch (error) { console.error(error) }`,
    50,
    { err: expect.objectContaining({ type: 'SyntaxError' }) },
  ],
  [
    'several lines',
    "console.error('`host` header with value `x`\\n  does not match')",
    50,
    { text: expect.stringMatching(/^\[redacted\]\n {2}does not match$/) },
  ],
  ['Node’s own warning', "process.emitWarning('Something is old.')", 40, { error: 'Something is old.' }],
])('prints %s as one log line', async (_, code, level, fields) => {
  const lines = await runProgram(code);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level, ...fields });
  expect(lines.join()).not.toContain(TYPED);
});

it('prints nothing for an empty line', async () => {
  expect(await runProgram("console.log(''); console.log();")).toEqual([]);
});
