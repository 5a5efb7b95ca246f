/**
 * Replaces next/headers, because next/headers works only in a request that Next handles. To use the
 * replacement, call `vi.mock('next/headers', () => import('./support/request.ts'))`.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

interface Cookie {
  readonly name: string;
  readonly value: string;
}

class Cookies {
  /** Cookies that the handler set or deleted. */
  readonly written: (Cookie & { options?: unknown })[] = [];
  readonly #current: Map<string, string>;
  constructor(sent: ReadonlyMap<string, string>) {
    this.#current = new Map(sent);
  }
  get(name: string): Cookie | undefined {
    const value = this.#current.get(name);
    return value === undefined ? undefined : { name, value };
  }
  set(name: string, value: string, options?: unknown): void {
    this.#current.set(name, value);
    this.written.push({ name, value, options });
  }
  delete(name: string): void {
    this.#current.delete(name);
    this.written.push({ name, value: '' });
  }
}

interface Context {
  readonly headers: Headers;
  readonly cookies: Cookies;
}

const current = new AsyncLocalStorage<Context>();

function context(): Context {
  const found = current.getStore();
  if (!found) throw new Error('There is no request: wrap the call in inRequest().');
  return found;
}

export const headers = async (): Promise<Headers> => context().headers;
export const cookies = async (): Promise<Cookies> => context().cookies;

/** Runs `work` as the handler of a request with `headers` and `cookies`. */
export function inRequest<T>(
  request: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly cookies?: Readonly<Record<string, string>>;
  },
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const created = {
    headers: new Headers(request.headers ?? {}),
    cookies: new Cookies(new Map(Object.entries(request.cookies ?? {}))),
  };
  return current.run(created, () => work(created));
}
