import 'server-only';
import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { type FailedForm, failed } from '#lib/format/failure.ts';
import type { Failure } from '#lib/outcome.ts';

/**
 * What a form on a campaign's pages answers when its call failed. The page is read again with it, so that what has
 * changed meanwhile stands there at once. Where nobody knows how it ended, the campaign's page tells what to do.
 */
export function notDone(id: number, failure: Failure): FailedForm {
  if (failure.kind === 'unknown') redirect(`/campaigns/${id}`);
  refresh();
  return failed(failure);
}
