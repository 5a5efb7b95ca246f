/** Returns `{ to }` if `work` redirects. Otherwise, returns the result of `work`. */
export async function redirectOrResult(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    const digest = error instanceof Error && 'digest' in error ? String(error.digest) : '';
    if (digest.startsWith('NEXT_REDIRECT')) return { to: digest.split(';')[2] };
    throw error;
  }
}
