/** When what happened to each campaign of the seed. Pure and steady: the same count and time give the same plan. */
import { DAY_MS, MINUTE_MS } from '#lib/contract/limits.ts';
import { V1_STATUSES, type V1Status } from '#lib/contract/resources.ts';
import { MAILING_MS, PROCESSING_MS } from '../rules/production.ts';
import { randomFrom } from './random.ts';

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
  readonly sentNumber: number | null;
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
const MAILED_FOR_DAYS = 270;

/** How many of each status. From five campaigns on there is at least one of each. */
export function statusCounts(count: number): Record<V1Status, number> {
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
export function planCampaigns(count: number, now: number): PlannedCampaign[] {
  const random = randomFrom(count + 1);
  const planned: Draft[] = [];
  for (const [status, howMany] of Object.entries(statusCounts(count)) as [V1Status, number][]) {
    for (let i = 0; i < howMany; i++) planned.push(TIMELINES[status]({ now, i, howMany, random }));
  }
  planned.sort((a, b) => a.createdAt - b.createdAt);
  const numbers = sentNumbers(planned);
  return planned.map((campaign, i) => ({ ...campaign, sentNumber: numbers[i] ?? null }));
}

type Draft = Omit<PlannedCampaign, 'sentNumber'>;

interface Slot {
  readonly now: number;
  /** The i-th of howMany in its status. */
  readonly i: number;
  readonly howMany: number;
  readonly random: () => number;
}

const TIMELINES: Readonly<Record<V1Status, (slot: Slot) => Draft>> = {
  draft: ({ now, i, random }) => {
    const createdAt = now - 4 * MINUTE_MS - 24 * DAY_MS * random() ** 2;
    return {
      status: 'draft',
      choice: choice(i),
      createdAt,
      updatedAt: createdAt + (now - createdAt) * 0.4 * random(),
      scheduledAt: null,
      sentAt: null,
      payment: i % 3 === 1 ? 'token' : 'none',
      sendCopyToSender: false,
    };
  },
  /** From in half an hour to in eleven weeks, closer together at first. */
  queued: (slot) => {
    const { now, i, howMany } = slot;
    const spread = howMany > 1 ? i / (howMany - 1) : 0;
    const ahead = 26 * MINUTE_MS * ((77 * DAY_MS) / (26 * MINUTE_MS)) ** spread;
    const queued = scheduled(
      'queued',
      slot,
      Math.ceil((now + ahead) / (5 * MINUTE_MS)) * 5 * MINUTE_MS,
      null,
    );
    const updatedAt = now - (now - queued.createdAt) * 0.3;
    return { ...queued, updatedAt };
  },
  /** Begun so late that none of them leaves production in the first half hour. */
  processing: (slot) =>
    scheduled(
      'processing',
      slot,
      slot.now - 4 * MINUTE_MS - share(slot) * (PROCESSING_MS - 40 * MINUTE_MS),
      null,
    ),
  sent: (slot) => {
    const sentAt = slot.now - 10 * MINUTE_MS - share(slot) * (MAILING_MS - 60 * MINUTE_MS);
    return scheduled('sent', slot, sentAt - PROCESSING_MS, sentAt);
  },
  mailed: (slot) => {
    const sentAt =
      officeHours(slot.now - MAILING_MS - DAY_MS - share(slot) * MAILED_FOR_DAYS * DAY_MS, slot.random) +
      PROCESSING_MS;
    const mailed = scheduled('mailed', slot, sentAt - PROCESSING_MS, sentAt);
    return { ...mailed, updatedAt: sentAt + MAILING_MS, payment: slot.i % 12 === 5 ? 'invoice' : 'token' };
  },
};

function scheduled(
  status: V1Status,
  { now, i, random }: Slot,
  scheduledAt: number,
  sentAt: number | null,
): Draft {
  const createdAt = Math.min(scheduledAt, now) - 25 * MINUTE_MS - 9 * DAY_MS * random() ** 2;
  return {
    status,
    choice: choice(i),
    createdAt,
    updatedAt: sentAt ?? scheduledAt,
    scheduledAt,
    sentAt,
    payment: 'token',
    sendCopyToSender: random() < 0.15,
  };
}

/** Steps of the golden ratio: however few campaigns there are, they spread over all mailings and none comes twice in a row. */
const choice = (i: number) => (i * 0.618_033_988_75 + 0.1) % 1;

const share = ({ i, howMany }: Slot) => (i + 0.5) / howMany;

/** Between nine and four in New York, not on a weekend; never later than the day that was meant. */
function officeHours(time: number, random: () => number): number {
  const day = new Date(time);
  day.setUTCHours(0, 0, 0, 0);
  const weekday = day.getUTCDay();
  const back = weekday === 0 ? 2 : weekday === 6 ? 1 : 0;
  return day.getTime() - back * DAY_MS + (14 * 4 + Math.floor(random() * 28)) * 15 * MINUTE_MS;
}

function sentNumbers(planned: readonly Draft[]): (number | undefined)[] {
  const numbers: (number | undefined)[] = [];
  planned
    .flatMap(({ sentAt }, i) => (sentAt === null ? [] : [{ sentAt, i }]))
    .sort((a, b) => a.sentAt - b.sentAt || a.i - b.i)
    .forEach(({ i }, rank) => {
      numbers[i] = rank + 1;
    });
  return numbers;
}
