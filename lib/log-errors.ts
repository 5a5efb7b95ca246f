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
 * Redirects everything that Next prints with console.error to the log. Otherwise, Next would print errors
 * from pages and route handlers with all of their properties, such as query parameters.
 */
export function logConsoleErrors(): void {
  console.error = (...parts: unknown[]) => {
    const error = parts.find((part) => part instanceof Error);
    const text = parts.filter((part) => typeof part === 'string' && /\w/.test(part)).join(' ');
    if (error === undefined) log().error({ err: text }, 'Next reported an error');
    else logErrorOnce(error, text === '' ? {} : { text }, 'a request failed');
  };
}
