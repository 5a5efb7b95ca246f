/** When what happened to each campaign of the seed. Pure and steady: the same count and time give the same plan. */
import { DAY_MS, MINUTE_MS } from '#lib/contract/limits.ts';
import { V1_STATUSES, type V1Status } from '#lib/contract/resources.ts';
import { MAILING_MS, PROCESSING_MS } from '../rules/production-times.ts';
import { createRandom } from './random.ts';

/** Times in milliseconds since the epoch. */
export interface PlannedCampaign {
  readonly status: V1Status;
  /** In [0, 1): which of the mailings it is of, for whoever knows how many there are. */
  readonly choice: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly scheduledAt: number | null;
  readonly sentAt: number | null;
  /** 1, 2, 3 … in the order of sentAt and of the plan; null for what was not sent. */
  sentNumber: number | null;
  readonly payment: 'none' | 'token' | 'invoice';
  readonly sendCopyToSender: boolean;
}

/** Of 150 campaigns: a house that is busy and well in hand. */
const SHARES: Readonly<Record<V1Status, number>> = {
  draft: 31,
  queued: 10,
  processing: 4,
  sent: 9,
  mailed: 96,
};
const SHARES_TOTAL = 150;

/** How many of each status. From five campaigns on there is at least one of each. */
export function countByStatus(count: number): Record<V1Status, number> {
  const least = count >= V1_STATUSES.length ? 1 : 0;
  const counts = { draft: 0, queued: 0, processing: 0, sent: 0, mailed: 0 };
  let left = count;
  for (const status of ['queued', 'processing', 'sent', 'draft'] as const) {
    counts[status] = Math.min(left, Math.max(least, Math.round((count * SHARES[status]) / SHARES_TOTAL)));
    left -= counts[status];
  }
  return { ...counts, mailed: left };
}

/** In the order in which they were created, the oldest first. */
export function planCampaigns(count: number, now: number): readonly PlannedCampaign[] {
  const random = createRandom(count + 1);
  const counts = countByStatus(count);
  const planned: PlannedCampaign[] = [];
  for (const status of V1_STATUSES) {
    const howMany = counts[status];
    for (let i = 0; i < howMany; i++) planned.push(TIMELINES[status]({ now, i, howMany, random }));
  }
  planned.sort((a, b) => a.createdAt - b.createdAt);
  numberSent(planned);
  return planned;
}

/** Numbers what was sent in the order of sentAt; what left at the same moment, in the order of the plan. */
function numberSent(planned: readonly PlannedCampaign[]): void {
  const sent = planned.filter(({ sentAt }) => sentAt !== null);
  sent.sort((a, b) => (a.sentAt ?? 0) - (b.sentAt ?? 0));
  for (const [i, campaign] of sent.entries()) campaign.sentNumber = i + 1;
}

interface Slot {
  readonly now: number;
  /** The i-th of howMany in its status. */
  readonly i: number;
  readonly howMany: number;
  readonly random: () => number;
}

const SOONEST_MS = 26 * MINUTE_MS;
const LATEST_MS = 77 * DAY_MS;
const DRAFTS_FOR_MS = 24 * DAY_MS;
const MAILED_FOR_MS = 270 * DAY_MS;

const TIMELINES: Readonly<Record<V1Status, (slot: Slot) => PlannedCampaign>> = {
  draft: ({ now, i, random }) => {
    const createdAt = now - 4 * MINUTE_MS - DRAFTS_FOR_MS * random() ** 2;
    return {
      status: 'draft',
      choice: choice(i),
      createdAt,
      updatedAt: createdAt + (now - createdAt) * 0.4 * random(),
      scheduledAt: null,
      sentAt: null,
      sentNumber: null,
      payment: i % 3 === 1 ? 'token' : 'none',
      sendCopyToSender: false,
    };
  },

  /** The first goes in about half an hour, the others further and further apart. */
  queued: (slot) => {
    const along = slot.howMany > 1 ? slot.i / (slot.howMany - 1) : 0;
    const scheduledAt = onTheClock(slot.now + SOONEST_MS * (LATEST_MS / SOONEST_MS) ** along);
    const createdAt = created(slot, slot.now);
    return sent('queued', slot, {
      createdAt,
      updatedAt: slot.now - (slot.now - createdAt) * 0.3,
      scheduledAt,
      sentAt: null,
    });
  },

  /** None of them leaves production within the first half hour. */
  processing: (slot) => {
    const scheduledAt = slot.now - 4 * MINUTE_MS - share(slot) * (PROCESSING_MS - 40 * MINUTE_MS);
    return sent('processing', slot, {
      createdAt: created(slot, scheduledAt),
      updatedAt: scheduledAt,
      scheduledAt,
      sentAt: null,
    });
  },

  sent: (slot) => {
    const sentAt = slot.now - 10 * MINUTE_MS - share(slot) * (MAILING_MS - 60 * MINUTE_MS);
    const scheduledAt = sentAt - PROCESSING_MS;
    return sent('sent', slot, {
      createdAt: created(slot, scheduledAt),
      updatedAt: sentAt,
      scheduledAt,
      sentAt,
    });
  },

  mailed: (slot) => {
    const day = slot.now - MAILING_MS - DAY_MS - share(slot) * MAILED_FOR_MS;
    const scheduledAt = officeHours(day, slot.random);
    const sentAt = scheduledAt + PROCESSING_MS;
    return sent('mailed', slot, {
      createdAt: created(slot, scheduledAt),
      updatedAt: sentAt + MAILING_MS,
      scheduledAt,
      sentAt,
    });
  },
};

type Times = Pick<PlannedCampaign, 'createdAt' | 'updatedAt' | 'scheduledAt' | 'sentAt'>;

/** A campaign whose send was asked for, so it is paid; now and then on the month's invoice. */
function sent(status: V1Status, { i, random }: Slot, times: Times): PlannedCampaign {
  return {
    status,
    choice: choice(i),
    createdAt: times.createdAt,
    updatedAt: times.updatedAt,
    scheduledAt: times.scheduledAt,
    sentAt: times.sentAt,
    sentNumber: null,
    payment: status === 'mailed' && i % 12 === 5 ? 'invoice' : 'token',
    sendCopyToSender: random() < 0.15,
  };
}

/** Some time before it was to go, mostly shortly before. */
const created = ({ random }: Slot, goes: number) => goes - 25 * MINUTE_MS - 9 * DAY_MS * random() ** 2;

/** Steps of the golden ratio: few campaigns spread over all mailings, and none comes twice in a row. */
const choice = (i: number) => (i * 0.618_033_988_75 + 0.1) % 1;

const share = ({ i, howMany }: Slot) => (i + 0.5) / howMany;

/** The next full five minutes. */
const onTheClock = (time: number) => Math.ceil(time / (5 * MINUTE_MS)) * 5 * MINUTE_MS;

/** On that day between 14:00 and 21:00 UTC, at a full quarter; on the Friday before when it is a weekend. */
function officeHours(time: number, random: () => number): number {
  const midnight = Math.floor(time / DAY_MS) * DAY_MS;
  const weekday = new Date(midnight).getUTCDay();
  const back = weekday === 0 ? 2 : weekday === 6 ? 1 : 0;
  const quarter = 14 * 4 + Math.floor(random() * 28);
  return midnight - back * DAY_MS + quarter * 15 * MINUTE_MS;
}
