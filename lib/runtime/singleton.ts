const instances = globalThis as unknown as Record<symbol, unknown>;

/**
 * Returns a value that is created only once for the entire process. Next loads each module separately for
 * pages, route handlers, and instrumentation, so a module-level constant would be created several times. A
 * PGlite folder, for example, can be opened only once.
 */
export function singleton<T>(name: string, create: () => T): T {
  const key = Symbol.for(`mailroom.${name}`);
  if (!(key in instances)) instances[key] = create();
  return instances[key] as T;
}

/** The value is created again when it's next used. */
export function dropSingleton(name: string): void {
  delete instances[Symbol.for(`mailroom.${name}`)];
}
