import 'server-only';
import { readFromService } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { isSandboxService, serviceClock } from '#lib/upstream/service-clock.ts';

/** Milliseconds since the epoch on the service's clock, as its last answer's Date told it. */
export const serviceNow = serviceClock;

/** Whether an action ended a moment ago without the service having said anything: reading a page again would take as long. */
export { isUnresponsive } from '#lib/upstream/responsiveness.ts';

/** Whether the console talks to the embedded service. Asks once, for at most a second, when nothing has answered yet. */
export async function isSandbox(): Promise<boolean> {
  const heard = isSandboxService();
  if (heard !== undefined) return heard;
  await readFromService('listCampaigns', { page: 1, per_page: 1 }, { deadline: deadlineIn(1_000) });
  return isSandboxService() ?? false;
}
