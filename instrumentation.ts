/** Next calls this once before it accepts requests, so invalid settings are reported at startup. */
export async function register(): Promise<void> {
  // The bundler recognizes this exact comparison and leaves the import out of other runtimes.
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startConsole } = await import('#lib/start-console.ts');
  await startConsole();
}
