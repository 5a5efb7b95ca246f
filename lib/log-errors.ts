import 'server-only';
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
 * Writes everything that Next prints with console.error to the log. Next would print the errors of pages and
 * route handlers with all of their properties, such as the parameters of a query.
 */
export function logConsoleErrors(): void {
  console.error = (...parts: unknown[]) => {
    const error = parts.find((part) => part instanceof Error);
    const text = parts.filter((part) => typeof part === 'string' && /\w/.test(part)).join(' ');
    if (error === undefined) log().error({ err: text }, 'Next reported an error');
    else logErrorOnce(error, text === '' ? {} : { text }, 'a request failed');
  };
}
