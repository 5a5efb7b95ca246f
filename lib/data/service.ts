/** The state of the mail service, for use in pages. */
import 'server-only';
import { readFromService } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { isSandboxService, serviceClock } from '#lib/upstream/service-clock.ts';

/**
 * Returns the service's current time in milliseconds since the epoch. Based on the Date header of the
 * service's last response.
 */
export const serviceNow = serviceClock;

/**
 * Whether a recent action ended without a response from the service. Shortly after an action without a
 * response, a read would probably time out, too.
 */
export { isUnresponsive } from '#lib/upstream/responsiveness.ts';

/**
 * Whether the mail service is the embedded service. If the mail service hasn't responded to any request yet,
 * sends a request and waits for up to a second.
 */
export async function isSandbox(): Promise<boolean> {
  const known = isSandboxService();
  if (known !== undefined) return known;
  await readFromService('listCampaigns', { page: 1, per_page: 1 }, { deadline: deadlineIn(1_000) });
  return isSandboxService() ?? false;
}
