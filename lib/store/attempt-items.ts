/** Relates attempts to their items in bulk jobs and payment runs. */
import 'server-only';
import type { Database } from '#lib/database/open.ts';
import type { ItemKind } from '#lib/domain/attempt.ts';
import { beginItem } from './job-work.ts';
import { mayBeginRunSend } from './payment-run-sends.ts';

/**
 * Whether the call for an item may be made. Must be called in the transaction that begins the attempt. Locks the job
 * or the payment run, so that the answer holds until the transaction ends.
 * @param sendDate the send date that is part of the call, if any
 */
export const mayBeginItem = (
  tx: Database,
  itemKey: string,
  itemKind: ItemKind | null,
  sendDate: string | undefined,
): Promise<boolean> =>
  itemKind === 'payment_run' ? mayBeginRunSend(tx, itemKey, sendDate) : beginItem(tx, itemKey);
