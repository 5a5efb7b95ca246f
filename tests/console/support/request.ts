/**
 * next/headers for tests: the one part of Next that has no request outside of it. Used as
 * `vi.mock('next/headers', () => import('./support/request.ts'))`; everything behind it is real.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

interface Cookie {
  readonly name: string;
  readonly value: string;
}

class Cookies {
  readonly set_: (Cookie & { options?: unknown })[] = [];
  readonly #given: Map<string, string>;
  constructor(given: ReadonlyMap<string, string>) {
    this.#given = new Map(given);
  }
  get(name: string): Cookie | undefined {
    const value = this.#given.get(name);
    return value === undefined ? undefined : { name, value };
  }
  set(name: string, value: string, options?: unknown): void {
    this.#given.set(name, value);
    this.set_.push({ name, value, options });
  }
  delete(name: string): void {
    this.#given.delete(name);
    this.set_.push({ name, value: '' });
  }
}

interface Context {
  readonly headers: Headers;
  readonly cookies: Cookies;
}

const current = new AsyncLocalStorage<Context>();

function context(): Context {
  const found = current.getStore();
  if (!found) throw new Error('Outside of a request: wrap the call in inRequest().');
  return found;
}

export const headers = async (): Promise<Headers> => context().headers;
export const cookies = async (): Promise<Cookies> => context().cookies;

/** Runs something as if it handled a request with these headers and cookies. */
export function inRequest<T>(
  request: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly cookies?: Readonly<Record<string, string>>;
  },
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const made = {
    headers: new Headers(request.headers ?? {}),
    cookies: new Cookies(new Map(Object.entries(request.cookies ?? {}))),
  };
  return current.run(made, () => work(made));
}
