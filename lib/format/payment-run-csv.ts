/** The columns of a payment run's receipt as CSV. */
import type { PaymentRun, RunItem } from '#lib/domain/payment-run.ts';
import { campaignName } from './campaign.ts';
import { describeSendFailure, RUN_STATE_NAMES } from './payment-run.ts';

export const PAYMENT_RUN_CSV_COLUMNS = [
  'run',
  'position',
  'campaign',
  'title',
  'customer',
  'customer email',
  'result',
  'result at (UTC)',
  'paid in this run',
  'paid elsewhere',
  'credits used',
  'sends (UTC)',
  'schedule',
] as const;

/** Amounts appear exactly as the service formats them. */
export function paymentRunCsvRow({ id }: PaymentRun, item: RunItem): readonly (string | number | null)[] {
  const { campaignId, listed, state, amount, credit, finishedAt, send } = item;
  const time = (ms: number | null | undefined) => (ms == null ? null : new Date(ms).toISOString());
  return [
    id,
    item.position,
    campaignId,
    listed === undefined ? null : (campaignName(listed.given, listed.templateName) ?? null),
    listed?.customer?.id ?? null,
    listed?.customer?.email ?? null,
    RUN_STATE_NAMES[state],
    time(finishedAt),
    state === 'paid' ? amount : null,
    state === 'paid_elsewhere' ? amount : null,
    credit,
    send?.state === 'scheduled' ? time(send.at) : null,
    send === undefined ? null : SEND_NAMES[send.state](send.failure),
  ];
}

const SEND_NAMES = {
  waiting: () => 'scheduling',
  in_progress: () => 'scheduling',
  scheduled: () => 'scheduled',
  unknown: () => 'outcome unknown',
  not_scheduled: (failure) => `not scheduled: ${describeSendFailure(failure)}`,
} as const satisfies Readonly<
  Record<NonNullable<RunItem['send']>['state'], (failure: NonNullable<RunItem['send']>['failure']) => string>
>;
