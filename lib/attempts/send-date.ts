import { type SendTimeProblem, sendTimeProblem } from '#lib/contract/service-limits.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { EARLIEST_SEND, LATEST_SEND } from '#lib/format/send-limits.ts';
import { serviceClock } from '#lib/upstream/service-clock.ts';

const describeProblem = (problem: SendTimeProblem, version: 'v1' | 'v2') =>
  `Choose a time ${problem === 'too_early' ? EARLIEST_SEND : LATEST_SEND[version]} from now.`;

/**
 * Checks a send date against the interface's limits (part 8), using the service's clock. The service makes
 * the final decision.
 * @param date ISO 8601 with a time zone. If this is omitted, the service uses its default send date, which is
 * always allowed.
 * @param version the API version. In v2, the field is called scheduled_at, and the date must be less than 90
 * days away.
 * @param marginMs the maximum time until the date is sent to the service, in milliseconds
 */
export function refuseSendDate(
  date: string | undefined,
  version: 'v1' | 'v2' = 'v1',
  marginMs = 0,
): Failure | null {
  if (date === undefined) return null;
  const [sendAt, now] = [Date.parse(date), serviceClock()];
  const problem = sendTimeProblem(sendAt, now, version) ?? sendTimeProblem(sendAt, now + marginMs, version);
  const field = version === 'v1' ? 'date' : 'scheduled_at';
  return problem && { kind: 'invalid', fields: { [field]: describeProblem(problem, version) } };
}
