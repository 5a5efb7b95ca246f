import type { Instrumentation } from 'next';

/**
 * Next calls `register` once, before the server accepts requests. Invalid settings are therefore reported at
 * startup.
 */
export async function register(): Promise<void> {
  // The bundler recognizes this exact comparison and omits the import from bundles for other runtimes.
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startConsole } = await import('#lib/start-console.ts');
  await startConsole();
}

/** Next calls this function for each error in a page, an action, a route handler, or middleware.ts. */
export const onRequestError: Instrumentation.onRequestError = async (
  error,
  { method },
  { routePath, routeType },
) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { logErrorOnce } = await import('#lib/log-errors.ts');
  // The requested path can contain a token, so the log line contains only the route.
  logErrorOnce(error, { method, route: routePath, kind: routeType }, 'a request failed');
};
