/** Reads security events from the activity log. */
import { listActivity } from '#lib/data/activity.ts';
import type { SecurityEventName } from '#lib/domain/security-event.ts';
import type { RunAs } from './members.ts';

/** Returns the events with this name on the first page of the member's activity, newest first. */
export async function readEvents(runAs: RunAs, operation: SecurityEventName) {
  const page = await runAs(() => listActivity({ operation }));
  if (!page.ok) throw new Error('The activity could not be read.');
  return page.value.items;
}
