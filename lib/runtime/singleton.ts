const held = globalThis as unknown as Record<symbol, unknown>;

/**
 * One value for the whole process. A module-level constant is not enough: Next loads the same module once for pages, once
 * for route handlers and once for the instrumentation, and two of them may not open one PGlite folder.
 */
export function singleton<T>(name: string, make: () => T): T {
  const key = Symbol.for(`mailroom.${name}`);
  if (!(key in held)) held[key] = make();
  return held[key] as T;
}

/** Forgets it, so that the next use makes it anew. */
export function dropSingleton(name: string): void {
  delete held[Symbol.for(`mailroom.${name}`)];
}
