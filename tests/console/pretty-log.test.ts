/** Tests the format of log lines with LOG_FORMAT=pretty. */
import { expect, it } from 'vitest';
import { createLog } from '#lib/log.ts';
import { formatLogLine } from '#lib/runtime/pretty-log.ts';

function logAsText(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('debug', { write: (line) => lines.push(formatLogLine(line)) }));
  return lines.join('');
}

it('a line starts with the time and the level, and ends with the fields', () => {
  const text = logAsText((log) =>
    log.warn({ operation: 'getCampaign', ms: 12, nested: { a: 1 } }, 'a call failed'),
  );
  expect(text).toMatch(
    /^\d\d:\d\d:\d\d\.\d{3} warn {2}a call failed operation=getCampaign ms=12 nested=\{"a":1\}\n$/,
  );
});

it('an error’s message, stack, and causes follow on their own lines', () => {
  const error = new Error('no answer', { cause: new TypeError('no connection') });
  const lines = logAsText((log) => log.error({ err: error }, 'a request failed')).split('\n');
  expect(lines[0]).toMatch(/ error a request failed$/);
  expect(lines[1]).toBe('  Error: no answer');
  expect(lines[2]).toMatch(/^ {4}at /);
  expect(lines).toContain('  TypeError: no connection');
});

it('a value can’t add lines or control the terminal', () => {
  const text = logAsText((log) => log.info({ route: 'a\n12:00:00 error forged\u001b[2J\u0007' }, 'request'));
  expect(text.match(/\n/g)).toHaveLength(1);
  for (const control of ['\u001b', '\u0007']) expect(text).not.toContain(control);
});
