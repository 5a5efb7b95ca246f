/** Plans the seeded campaigns' statuses and times. The same count and time always produce the same plan. */

import { V1_STATUSES, type V1Status } from '#lib/contract/campaign-values.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import { MAILING_MS, PROCESSING_MS } from '../rules/production-times.ts';
import { createRandom } from './random.ts';

/** Times are in milliseconds since the epoch. */
export interface PlannedCampaign {
  readonly status: V1Status;
  /** A number in [0, 1) that selects the campaign's mailing. */
  readonly mailingChoice: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly scheduledAt: number | null;
  readonly sentAt: number | null;
  /**
   * Consecutive numbers from 1, in the order of sentAt. Campaigns with equal times keep the plan's order.
   * Null if the campaign wasn't sent.
   */
  sentNumber: number | null;
  readonly payment: 'none' | 'token' | 'invoice';
  readonly sendCopyToSender: boolean;
}

/** The number of campaigns with each status in a seed of 150 campaigns. */
const STATUS_SHARES: Readonly<Record<V1Status, number>> = {
  draft: 31,
  queued: 10,
  processing: 4,
  sent: 9,
  mailed: 96,
};
const SHARES_TOTAL = 150;

/**
 * Returns the number of campaigns to plan with each status. If there are five or more campaigns, each status
 * has at least one.
 */
export function countByStatus(count: number): Record<V1Status, number> {
  const minimum = count >= V1_STATUSES.length ? 1 : 0;
  const counts = { draft: 0, queued: 0, processing: 0, sent: 0, mailed: 0 };
  let left = count;
  for (const status of ['queued', 'processing', 'sent', 'draft'] as const) {
    counts[status] = Math.min(
      left,
      Math.max(minimum, Math.round((count * STATUS_SHARES[status]) / SHARES_TOTAL)),
    );
    left -= counts[status];
  }
  return { ...counts, mailed: left };
}

/** Returns the campaigns in order of creation, oldest first. */
export function planCampaigns(count: number, now: number): readonly PlannedCampaign[] {
  const random = createRandom(count + 1);
  const counts = countByStatus(count);
  const planned: PlannedCampaign[] = [];
  for (const status of V1_STATUSES) {
    const statusCount = counts[status];
    for (let i = 0; i < statusCount; i++) planned.push(TIMELINES[status]({ now, i, statusCount, random }));
  }
  planned.sort((a, b) => a.createdAt - b.createdAt);
  numberSent(planned);
  return planned;
}

/** Numbers the sent campaigns by sentAt. Campaigns with equal times keep the plan's order. */
function numberSent(planned: readonly PlannedCampaign[]): void {
  const sent = planned.filter(({ sentAt }) => sentAt !== null);
  sent.sort((a, b) => (a.sentAt ?? 0) - (b.sentAt ?? 0));
  for (const [i, campaign] of sent.entries()) campaign.sentNumber = i + 1;
}

interface TimelineInput {
  readonly now: number;
  /** The campaign's index among the `statusCount` campaigns that have its status. */
  readonly i: number;
  readonly statusCount: number;
  readonly random: () => number;
}

const SOONEST_MS = 26 * MINUTE_MS;
const LATEST_MS = 77 * DAY_MS;
const DRAFTS_FOR_MS = 24 * DAY_MS;
const MAILED_FOR_MS = 270 * DAY_MS;

const TIMELINES: Readonly<Record<V1Status, (input: TimelineInput) => PlannedCampaign>> = {
  draft: ({ now, i, random }) => {
    const createdAt = now - 4 * MINUTE_MS - DRAFTS_FOR_MS * random() ** 2;
    return {
      status: 'draft',
      mailingChoice: chooseMailing(i),
      createdAt,
      updatedAt: createdAt + (now - createdAt) * 0.4 * random(),
      scheduledAt: null,
      sentAt: null,
      sentNumber: null,
      payment: i % 3 === 1 ? 'token' : 'none',
      sendCopyToSender: false,
    };
  },

  /**
   * The first queued campaign is sent in about half an hour. The other queued campaigns follow at growing
   * intervals.
   */
  queued: (input) => {
    const fraction = input.statusCount > 1 ? input.i / (input.statusCount - 1) : 0;
    const scheduledAt = roundUpToFiveMinutes(input.now + SOONEST_MS * (LATEST_MS / SOONEST_MS) ** fraction);
    const createdAt = createdBefore(input, input.now);
    return planSent('queued', input, {
      createdAt,
      updatedAt: input.now - (input.now - createdAt) * 0.3,
      scheduledAt,
      sentAt: null,
    });
  },

  /** No campaign leaves production in the first half hour. */
  processing: (input) => {
    const scheduledAt = input.now - 4 * MINUTE_MS - fractionOf(input) * (PROCESSING_MS - 40 * MINUTE_MS);
    return planSent('processing', input, {
      createdAt: createdBefore(input, scheduledAt),
      updatedAt: scheduledAt,
      scheduledAt,
      sentAt: null,
    });
  },

  sent: (input) => {
    const sentAt = input.now - 10 * MINUTE_MS - fractionOf(input) * (MAILING_MS - 60 * MINUTE_MS);
    const scheduledAt = sentAt - PROCESSING_MS;
    return planSent('sent', input, {
      createdAt: createdBefore(input, scheduledAt),
      updatedAt: sentAt,
      scheduledAt,
      sentAt,
    });
  },

  mailed: (input) => {
    const day = input.now - MAILING_MS - DAY_MS - fractionOf(input) * MAILED_FOR_MS;
    const scheduledAt = pickOfficeTime(day, input.random);
    const sentAt = scheduledAt + PROCESSING_MS;
    return planSent('mailed', input, {
      createdAt: createdBefore(input, scheduledAt),
      updatedAt: sentAt + MAILING_MS,
      scheduledAt,
      sentAt,
    });
  },
};

type Times = Pick<PlannedCampaign, 'createdAt' | 'updatedAt' | 'scheduledAt' | 'sentAt'>;

/**
 * Plans a scheduled or sent campaign. Most campaigns are paid for, and a few campaigns are billed on the
 * monthly invoice.
 */
function planSent(status: V1Status, { i, random }: TimelineInput, times: Times): PlannedCampaign {
  return {
    status,
    mailingChoice: chooseMailing(i),
    createdAt: times.createdAt,
    updatedAt: times.updatedAt,
    scheduledAt: times.scheduledAt,
    sentAt: times.sentAt,
    sentNumber: null,
    payment: status === 'mailed' && i % 12 === 5 ? 'invoice' : 'token',
    sendCopyToSender: random() < 0.15,
  };
}

/** Picks a creation time up to nine days before the send time. Shorter intervals are more likely. */
const createdBefore = ({ random }: TimelineInput, sendAt: number) =>
  sendAt - 25 * MINUTE_MS - 9 * DAY_MS * random() ** 2;

/** Steps by the golden ratio, which spreads even a few campaigns over all mailings without consecutive repeats. */
const chooseMailing = (i: number) => (i * 0.618_033_988_75 + 0.1) % 1;

const fractionOf = ({ i, statusCount }: TimelineInput) => (i + 0.5) / statusCount;

/** Rounds up to the next multiple of five minutes. */
const roundUpToFiveMinutes = (time: number) => Math.ceil(time / (5 * MINUTE_MS)) * 5 * MINUTE_MS;

/**
 * Picks a quarter hour between 14:00 and 21:00 UTC on a given day. If the given day is on a weekend, uses the
 * previous Friday.
 */
function pickOfficeTime(time: number, random: () => number): number {
  const midnight = Math.floor(time / DAY_MS) * DAY_MS;
  const weekday = new Date(midnight).getUTCDay();
  const daysBack = weekday === 0 ? 2 : weekday === 6 ? 1 : 0;
  const quarter = 14 * 4 + Math.floor(random() * 28);
  return midnight - daysBack * DAY_MS + quarter * 15 * MINUTE_MS;
}
