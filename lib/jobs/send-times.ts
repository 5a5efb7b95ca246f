/** Calculates the send time of each campaign in a job. */
import { sendTimeProblem } from '#lib/contract/service-limits.ts';
import type { LeftOutReason } from '#lib/domain/job.ts';
import { planDays, type SendPlan } from '#lib/domain/send-plan.ts';
import { readLocalTime } from '#lib/forms/local-time.ts';
import type { SendVersion } from '#lib/forms/send-time.ts';

/** Campaigns that are sent at the same time, or that the plan has no possible time for. */
export type SendSlot =
  | { readonly count: number; readonly at: number }
  | { readonly count: number; readonly leftOut: LeftOutReason };

/**
 * Assigns send times to campaigns, in order. Each slot takes the next `count` campaigns. A spread plan skips
 * days whose time is too soon. Campaigns that would be sent too late are left out. If the time is too soon on
 * every day, all campaigns are left out as too early.
 * @param count the number of campaigns
 * @param now the service's current time, in milliseconds
 * @param taken how many campaigns the job has already sent at each time, in milliseconds. They count toward
 *   the plan's number of campaigns per day
 */
export function assignSendTimes(
  plan: SendPlan,
  count: number,
  now: number,
  version: SendVersion,
  taken: ReadonlyMap<number, number> = new Map(),
): readonly SendSlot[] {
  if (plan.kind === 'once') return [slotAt(Date.parse(plan.at), count, now, version)];
  const slots: SendSlot[] = [];
  let left = count;
  let isTooEarly = true;
  for (const day of planDays(plan)) {
    if (left === 0) break;
    const at = localMoment(`${day}T${plan.time}`, plan.zone);
    const problem = sendTimeProblem(at, now, version);
    if (problem === 'too_early') continue;
    isTooEarly = false;
    if (problem === 'too_late') break;
    const free = Math.min(plan.perDay - (taken.get(at) ?? 0), left);
    if (free <= 0) continue;
    slots.push({ count: free, at });
    left -= free;
  }
  return left === 0 ? slots : [...slots, { count: left, leftOut: isTooEarly ? 'too_early' : 'too_late' }];
}

function slotAt(at: number, count: number, now: number, version: SendVersion): SendSlot {
  const problem = sendTimeProblem(at, now, version);
  return problem === null ? { count, at } : { count, leftOut: problem };
}

/**
 * Returns the moment at which a local time occurs. If a clock change skips the time, returns the moment after
 * the change. If the time occurs twice, returns the first moment.
 * @throws RangeError if the text isn't a local time
 */
function localMoment(local: string, zone: string): number {
  const read = readLocalTime(local, zone);
  switch (read.kind) {
    case 'exact':
    case 'overlap':
      return read.moments[0].at;
    case 'gap':
      return read.moments[1].at;
    case 'malformed':
      throw new RangeError('The send plan contains an invalid day or time.');
  }
}
