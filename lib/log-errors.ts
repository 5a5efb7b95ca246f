import 'server-only';
import { redactOutput } from '#lib/database/error-report.ts';
import { redirectConsole } from '#lib/runtime/console-output.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { log } from './log.ts';

const logged = () => singleton('loggedErrors', () => new WeakSet<Error>());

/** Logs an error once, even if Next reports it several times. */
export function logErrorOnce(error: unknown, fields: object, message: string): void {
  if (error instanceof Error) {
    if (logged().has(error)) return;
    logged().add(error);
  }
  log().error({ ...fields, err: error }, message);
}

/**
 * Redirects all of Next's output to the log. Otherwise, Next would print errors from pages and route
 * handlers, including all of the errors' properties, such as query parameters, and warnings that contain
 * parts of requests.
 */
export function logConsoleOutput(): void {
  redirectConsole((level, text, error) => {
    const fields = text === '' ? {} : { text: redactOutput(text) };
    if (level === 'error' && error) logErrorOnce(error, fields, 'a request failed');
    else log()[level]({ ...fields, ...(error && { error: redactOutput(error.message) }) }, 'printed by Next');
  });
}
