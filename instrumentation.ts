/** Called once by Next before it takes requests: what can't work is said now, in a sentence, and not at the first page. */
export async function register(): Promise<void> {
  // Spelled out here, because the bundler keeps what follows out of other runtimes by these very words.
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startConsole } = await import('#lib/start-console.ts');
  await startConsole();
}
