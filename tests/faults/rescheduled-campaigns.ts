/** Compares what bulk jobs say about rescheduled campaigns with what the mail service says. */
import { expect } from 'vitest';
import type { Campaign } from '#lib/contract/resources.ts';
import { isUnscheduled } from '#lib/domain/attempt.ts';
import { findCampaign } from './actions.ts';
import type { JobConsoles } from './job-consoles.ts';

interface RescheduledCampaigns {
  readonly campaigns: readonly Campaign[];
  readonly jobIds: readonly number[];
  /** The methods and paths of the calls that the jobs made. */
  readonly calls: readonly string[];
  /** When the jobs were started. */
  readonly begunAt: Date;
}

/**
 * Checks that each attempt made each of its calls at most once, that each item has ended, and that no
 * campaign is silently unscheduled: every draft has an attempt that says that the draft is unscheduled, or an
 * attempt whose outcome is unknown.
 */
export async function expectRescheduled(
  consoles: JobConsoles,
  { campaigns, jobIds, calls, begunAt }: RescheduledCampaigns,
  newTime: string,
): Promise<void> {
  const items = (await Promise.all(jobIds.map((id) => consoles.itemsOf(id)))).flat();
  for (const { id } of campaigns) {
    const states = items.filter(({ campaignId }) => campaignId === id).map(({ state }) => state);
    const all = await consoles.attemptsOf(id);
    const attempts = all.filter(({ before, startedAt }) => before !== null && startedAt >= begunAt);
    const campaign = await findCampaign(consoles.service, id);
    const count = (verb: string) => calls.filter((line) => line.endsWith(`/${id}/${verb}`)).length;
    const [cancels, sends] = [count('cancel'), count('send')];
    const reschedules = attempts.filter(({ operation }) => operation === 'rescheduleCampaign');
    const message = `#${id}: ${JSON.stringify({ states, cancels, sends, status: campaign?.status, at: campaign?.scheduled_at, attempts: attempts.map(({ operation, state, reschedule }) => [operation, state, reschedule?.part, reschedule?.reason]) })}`;
    expect(
      states.every((state) => ['done', 'refused', 'unknown', 'left_out'].includes(state)),
      message,
    ).toBe(true);
    expect(cancels, message).toBeLessThanOrEqual(reschedules.length);
    expect(sends, message).toBeLessThanOrEqual(attempts.length);
    const done = states.filter((state) => state === 'done').length;
    expect(done, message).toBeLessThanOrEqual(1);
    if (Date.parse(campaign?.scheduled_at ?? '') === Date.parse(newTime) && campaign?.status !== 'draft')
      expect(done === 1 || states.includes('unknown'), message).toBe(true);
    else expect(done, message).toBe(0);
    if (campaign?.status !== 'draft' || cancels === 0) continue;
    expect(
      all.some((attempt) => isUnscheduled(attempt) || attempt.state === 'unknown'),
      message,
    ).toBe(true);
    expect(states.includes('refused') || states.includes('unknown'), message).toBe(true);
  }
}
