/** What is refused before anything is sent. The service has the last word; this spares it what can't be right. */
import { sendTimeProblem } from '#lib/contract/limits.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { serviceClock } from '#lib/upstream/service-clock.ts';

const WORDS = {
  v1: {
    too_early: 'Choose a time at least 15 minutes from now.',
    too_late: 'Choose a time at most 90 days from now.',
  },
  v2: {
    too_early: 'Choose a time at least 15 minutes from now.',
    too_late: 'Choose a time less than 90 days from now.',
  },
};

/**
 * Part 8, by the service's clock.
 * @param date ISO 8601 with its zone, or nothing
 * @param version v2 calls it scheduled_at, and wants less than 90 days
 */
export function refuseSendDate(date: string | undefined, version: 'v1' | 'v2' = 'v1'): Failure | null {
  if (date === undefined) return null;
  const problem = sendTimeProblem(Date.parse(date), serviceClock(), version);
  const field = version === 'v1' ? 'date' : 'scheduled_at';
  return problem && { kind: 'invalid', fields: { [field]: WORDS[version][problem] } };
}
