const instances = globalThis as unknown as Record<symbol, unknown>;

/**
 * Returns a value that is created once for the whole process. A module-level constant isn't enough, because Next loads
 * a module separately for pages, route handlers and instrumentation, and a PGlite folder can be opened only once.
 */
export function singleton<T>(name: string, create: () => T): T {
  const key = Symbol.for(`mailroom.${name}`);
  if (!(key in instances)) instances[key] = create();
  return instances[key] as T;
}

/** Removes a value. The next use creates it again. */
export function dropSingleton(name: string): void {
  delete instances[Symbol.for(`mailroom.${name}`)];
}
