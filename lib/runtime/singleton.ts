const instances = globalThis as unknown as Record<symbol, unknown>;

/**
 * One value for the whole process. A module-level constant isn't enough: Next loads a module separately for pages, for
 * route handlers and for instrumentation, and only one of them may open a PGlite folder.
 */
export function singleton<T>(name: string, create: () => T): T {
  const key = Symbol.for(`mailroom.${name}`);
  if (!(key in instances)) instances[key] = create();
  return instances[key] as T;
}

/** Removes the value. The next use creates it again. */
export function dropSingleton(name: string): void {
  delete instances[Symbol.for(`mailroom.${name}`)];
}
