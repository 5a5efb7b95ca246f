/** Facts about the mail service that pages need. */
import 'server-only';
import { readFromService } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { isSandboxService, serviceClock } from '#lib/upstream/service-clock.ts';

/** The service's current time in milliseconds since the epoch, based on the Date header of its last response. */
export const serviceNow = serviceClock;

/**
 * Whether an action ended a moment ago without a response from the service. A read now would probably time
 * out too.
 */
export { isUnresponsive } from '#lib/upstream/responsiveness.ts';

/**
 * Whether the service is the embedded one. If the service hasn't responded yet, sends it a request and waits up to a
 * second.
 */
export async function isSandbox(): Promise<boolean> {
  const known = isSandboxService();
  if (known !== undefined) return known;
  await readFromService('listCampaigns', { page: 1, per_page: 1 }, { deadline: deadlineIn(1_000) });
  return isSandboxService() ?? false;
}
