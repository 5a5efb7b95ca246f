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
