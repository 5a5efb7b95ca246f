/** Formats log lines for people, for LOG_FORMAT=pretty. */
import { stripVTControlCharacters } from 'node:util';

const LEVELS: Readonly<Record<number, string>> = {
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};
/** The fields that aren't printed as pairs. */
const OWN_FIELDS = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);

interface PrintedError {
  readonly type?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly cause?: PrintedError;
}

/** Returns where log lines in this format are written. Undefined means pino's own destination, standard output. */
export const logDestination = (format: 'json' | 'pretty'): { write(line: string): void } | undefined =>
  format === 'json' ? undefined : { write: (line) => void process.stdout.write(formatLogLine(line)) };

/**
 * Returns a JSON log line as one line of text, followed by the lines of the error's stack. Removes control characters,
 * so that a value can't change the terminal.
 */
export function formatLogLine(json: string): string {
  const line = JSON.parse(json) as Record<string, unknown>;
  const time = new Date(Number(line.time)).toISOString().slice(11, 23);
  const level = (LEVELS[Number(line.level)] ?? 'info').padEnd(5);
  const pairs = Object.entries(line)
    .filter(([name]) => !OWN_FIELDS.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const text = [time, level, line.msg, ...pairs].join(' ');
  const errors = line.err ? describeErrors(line.err as PrintedError) : [];
  return `${[text, ...errors].map((part) => stripVTControlCharacters(part).replaceAll(/\p{Cc}/gu, ' ')).join('\n')}\n`;
}

function describeErrors({ type, message, stack, cause }: PrintedError): readonly string[] {
  return [
    `  ${type}: ${message}`,
    ...(typeof stack === 'string' ? stack.split('\n').map((frame) => `    ${frame}`) : []),
    ...(cause ? describeErrors(cause) : []),
  ];
}
