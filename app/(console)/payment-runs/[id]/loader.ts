import 'server-only';
import type { TurnOrder } from '#components/payment-runs/turn-card.tsx';
import { findMissingApproval } from '#lib/data/approval.ts';
import { listAttempts } from '#lib/data/attempts.ts';
import { type RunTurn, readRunTurn } from '#lib/data/payment-run-turn.ts';
import { findStaleReading } from '#lib/data/stale-readings.ts';
import { hasBlockingAttempt } from '#lib/domain/attempt.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import type { PaymentRun, RunItem } from '#lib/domain/payment-run.ts';
import { notFoundOrForbidden } from '../../page-access.ts';

interface LoadedRun {
  readonly run: PaymentRun;
  readonly turn: { readonly item: RunItem; readonly order: Outcome<TurnOrder> } | undefined;
}

/**
 * Loads a run, the campaign whose turn it is, and the reasons why the member can't pay for that campaign, if
 * any.
 */
export async function loadRunTurn(id: number): Promise<Outcome<LoadedRun>> {
  const read = await readRunTurn(id);
  if (!read.ok) return notFoundOrForbidden(read.failure);
  const { run, turn } = read.value;
  return ok({ run, turn: turn && { item: turn.item, order: await loadOrder(turn) } });
}

async function loadOrder({ item, order }: RunTurn): Promise<Outcome<TurnOrder>> {
  if (!order.ok) return order;
  const { campaign, checkout } = order.value;
  const [missingApproval, stale, attempts] = await Promise.all([
    findMissingApproval(campaign, checkout),
    findStaleReading(campaign, checkout),
    listAttempts(item.campaignId),
  ]);
  const isBlocked = hasBlockingAttempt(attempts);
  return ok({ ...order.value, missingApproval, isStale: stale !== undefined, isBlocked });
}
