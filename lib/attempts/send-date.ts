import { sendTimeProblem } from '#lib/contract/limits.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { serviceClock } from '#lib/upstream/service-clock.ts';

const MESSAGES = {
  v1: {
    too_early: 'Choose a time at least 15 minutes from now.',
    too_late: 'Choose a time no more than 90 days from now.',
  },
  v2: {
    too_early: 'Choose a time at least 15 minutes from now.',
    too_late: 'Choose a time less than 90 days from now.',
  },
};

/**
 * Checks a send date against the interface's limits (part 8), using the service's clock. The service makes
 * the final decision.
 * @param date ISO 8601 with a time zone. If omitted, the service uses its default send date, which is always
 * allowed.
 * @param version the API version. In v2, the field is called scheduled_at, and the date must be less than 90
 * days away.
 */
export function refuseSendDate(date: string | undefined, version: 'v1' | 'v2' = 'v1'): Failure | null {
  if (date === undefined) return null;
  const problem = sendTimeProblem(Date.parse(date), serviceClock(), version);
  const field = version === 'v1' ? 'date' : 'scheduled_at';
  return problem && { kind: 'invalid', fields: { [field]: MESSAGES[version][problem] } };
}
