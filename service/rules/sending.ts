/**
 * Rules for sending and canceling a campaign (parts 4.3, 4.4, 4.7, and 8 of the interface). Times are in
 * milliseconds.
 */

import type { V1Status } from '#lib/contract/campaign-values.ts';
import {
  DEFAULT_SEND_MS,
  EARLIEST_SEND_MS,
  LATEST_SEND_MS,
  sendTimeProblem,
} from '#lib/contract/service-limits.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import { Refusal } from '../refusal.ts';

/** Returns the requested send time, or the default send time if none is requested. */
export function resolveSendTime(date: string | undefined, now: number): number {
  return date === undefined ? now + DEFAULT_SEND_MS : Date.parse(date);
}

const DATE_FIELD = { v1: 'date', v2: 'scheduled_at' } as const;
const EARLIEST = `at least ${EARLIEST_SEND_MS / MINUTE_MS} minutes`;
const LATEST_DAYS = LATEST_SEND_MS / DAY_MS;
const DATE_RANGE = {
  v1: `${EARLIEST} and at most ${LATEST_DAYS} days in the future`,
  v2: `${EARLIEST} and less than ${LATEST_DAYS} days in the future`,
} as const;

export function checkIsDraft(campaign: { readonly status: V1Status }, verb: string): Refusal | null {
  if (campaign.status === 'draft') return null;
  return new Refusal('not_a_draft', `Only a draft can be ${verb}. This campaign is ${campaign.status}.`);
}

export function checkSendTime(sendAt: number, now: number, version: 'v1' | 'v2'): Refusal | null {
  const problem = sendTimeProblem(sendAt, now, version);
  if (problem === null) return null;
  const sentence = `must be ${DATE_RANGE[version]}`;
  return new Refusal(
    problem === 'too_early' ? 'date_too_early' : 'date_too_late',
    `The send time ${sentence}.`,
    {
      [DATE_FIELD[version]]: sentence,
    },
  );
}

/**
 * Checks whether a campaign can be sent. v1 requires payment before sending. v2 doesn't require payment,
 * because v2 bills on the monthly invoice.
 */
export function checkSend(
  campaign: { readonly status: V1Status },
  order: { readonly toBePaidCents: number },
  sendAt: number,
  now: number,
  version: 'v1' | 'v2',
): Refusal | null {
  const refusal = checkIsDraft(campaign, 'sent') ?? checkSendTime(sendAt, now, version);
  if (refusal !== null) return refusal;
  if (version === 'v1' && order.toBePaidCents > 0) {
    return new Refusal('payment_required', 'The campaign must be paid for before sending.');
  }
  return null;
}

export function checkCancel(
  campaign: { readonly status: V1Status; readonly scheduledAt: Date | null },
  now: number,
): Refusal | null {
  if (campaign.status === 'draft' || campaign.scheduledAt === null) {
    return new Refusal('not_queued', 'The campaign is not queued, so there is nothing to cancel.');
  }
  if (campaign.status !== 'queued' || campaign.scheduledAt.getTime() <= now) {
    return new Refusal('window_closed', 'The campaign is in production and can no longer be canceled.');
  }
  return null;
}
