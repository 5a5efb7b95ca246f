import 'server-only';
import type { Database } from '../database/open.ts';
import { log } from '../log.ts';
import { openPayments } from '../store/attempts.ts';
import { call } from '../upstream/client.ts';
import { noticePayment } from './confirm.ts';
import { settleUnknown } from './settle.ts';

const EVERY_MS = 20_000;
/** A payment that nobody came back from is asked after for so long; later a page that shows it will see. */
const PAYMENT_MS = 60 * 60_000;

/** One round: settles what a reading settles, and sees which payments came through. */
export async function reconcile(db: Database): Promise<void> {
  await settleUnknown(db);
  for (const { campaignId } of await openPayments(db, PAYMENT_MS)) {
    const checkout = await call('checkOutCampaign', { id: campaignId }, { fresh: true });
    if (checkout.ok) await noticePayment(db, campaignId, checkout.value);
  }
}

/** Runs a round now and then until the process ends, never two at once. */
export function keepReconciling(open: () => Promise<Database>): void {
  const round = async () => {
    try {
      await reconcile(await open());
    } catch (error) {
      // A database that is away for a while: the next round tries again.
      log().warn(
        { error: error instanceof Error ? error.name : 'unknown' },
        'attempts were not settled this time',
      );
    }
    setTimeout(round, EVERY_MS).unref();
  };
  setTimeout(round, 1_000).unref();
}
