import 'server-only';
import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { type FailedForm, failed } from '#lib/format/failure.ts';
import type { Failure } from '#lib/outcome.ts';

/**
 * What a form answers when its call failed. The page is read again with it, so that what has changed meanwhile stands
 * there at once.
 */
export function toldHere(failure: Failure): FailedForm {
  refresh();
  return failed(failure);
}

/** As above, for pages of one form: where nobody knows how it ended, the campaign's own page tells what to do. */
export function toldThere(id: number, failure: Failure): FailedForm {
  if (failure.kind === 'unknown') redirect(`/campaigns/${id}`);
  return toldHere(failure);
}
