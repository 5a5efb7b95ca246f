import 'server-only';
import { after } from 'next/server';
import { logErrorOnce } from '#lib/log-errors.ts';
import { finishBeforeExit } from '#lib/runtime/unfinished-work.ts';
import { currentDirectRequest } from './direct-request.ts';

/**
 * Runs work after the response is sent, so that the response time doesn't depend on the work. An error is
 * logged and doesn't affect the response. Outside of a request, runs the work immediately. The process
 * doesn't exit until the work is done.
 */
export async function runAfterResponse(work: () => Promise<void>, failureText: string): Promise<void> {
  const ended = Promise.withResolvers<void>();
  void finishBeforeExit(() => ended.promise);
  const safely = () =>
    work()
      .catch((error: unknown) => logErrorOnce(error, {}, failureText))
      .finally(ended.resolve);
  const direct = currentDirectRequest();
  if (direct) return direct.afterResponse(safely);
  try {
    after(safely);
  } catch {
    // Next throws an error if `after` is called outside of a request.
    await safely();
  }
}
