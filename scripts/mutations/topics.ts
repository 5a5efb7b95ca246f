/** The mutations by topic. Each mutation introduces one bug into the console. */
import { ACTIVITY_MUTATIONS } from './activity.ts';
import { API_TOKEN_MUTATIONS } from './api-tokens.ts';
import { APPROVAL_MUTATIONS } from './approvals.ts';
import { ATTEMPT_MUTATIONS } from './attempts.ts';
import { CALENDAR_MUTATIONS } from './calendar.ts';
import { CAMPAIGN_LIST_MUTATIONS } from './campaign-list.ts';
import { FILE_MUTATIONS } from './files.ts';
import { INDEX_MUTATIONS } from './index.ts';
import { JOB_MUTATIONS } from './jobs.ts';
import { MISMATCH_MUTATIONS } from './mismatches.ts';
import type { Mutation } from './mutation.ts';
import { NOTIFICATION_MUTATIONS } from './notifications.ts';
import { OBSERVING_MUTATIONS } from './observing.ts';
import { OPERATION_MUTATIONS } from './operations.ts';
import { PAYING_AND_SENDING_MUTATIONS } from './paying-and-sending.ts';
import { PAYMENT_RUN_MUTATIONS } from './payment-runs.ts';
import { PERMISSION_MUTATIONS } from './permissions.ts';
import { READ_CACHE_MUTATIONS } from './read-cache.ts';
import { READING_MUTATIONS } from './readings.ts';
import { REQUEST_MUTATIONS } from './requests.ts';
import { RESCHEDULING_MUTATIONS } from './rescheduling.ts';
import { SECOND_FACTOR_MUTATIONS } from './second-factors.ts';
import { SELECTION_MUTATIONS } from './selection.ts';
import { SERVER_ACTION_MUTATIONS } from './server-actions.ts';
import { SETTING_MUTATIONS } from './settings.ts';
import { SHARING_MUTATIONS } from './sharing.ts';
import { SIGN_IN_MUTATIONS } from './sign-in.ts';
import { SPENDING_MUTATIONS } from './spending.ts';
import { TITLE_AND_VIEW_MUTATIONS } from './titles-and-views.ts';
import { WORKLIST_MUTATIONS } from './worklists.ts';

const MUTATIONS_BY_TOPIC: ReadonlyMap<string, readonly Mutation[]> = new Map([
  ['attempts', ATTEMPT_MUTATIONS],
  ['readings', READING_MUTATIONS],
  ['jobs', JOB_MUTATIONS],
  ['selection', SELECTION_MUTATIONS],
  ['paying-and-sending', PAYING_AND_SENDING_MUTATIONS],
  ['rescheduling', RESCHEDULING_MUTATIONS],
  ['payment-runs', PAYMENT_RUN_MUTATIONS],
  ['approvals', APPROVAL_MUTATIONS],
  ['campaign-list', CAMPAIGN_LIST_MUTATIONS],
  ['calendar', CALENDAR_MUTATIONS],
  ['worklists', WORKLIST_MUTATIONS],
  ['mismatches', MISMATCH_MUTATIONS],
  ['sharing', SHARING_MUTATIONS],
  ['notifications', NOTIFICATION_MUTATIONS],
  ['files', FILE_MUTATIONS],
  ['read-cache', READ_CACHE_MUTATIONS],
  ['permissions', PERMISSION_MUTATIONS],
  ['sign-in', SIGN_IN_MUTATIONS],
  ['second-factors', SECOND_FACTOR_MUTATIONS],
  ['index', INDEX_MUTATIONS],
  ['titles-and-views', TITLE_AND_VIEW_MUTATIONS],
  ['activity', ACTIVITY_MUTATIONS],
  ['spending', SPENDING_MUTATIONS],
  ['api-tokens', API_TOKEN_MUTATIONS],
  ['requests', REQUEST_MUTATIONS],
  ['server-actions', SERVER_ACTION_MUTATIONS],
  ['observing', OBSERVING_MUTATIONS],
  ['operations', OPERATION_MUTATIONS],
  ['settings', SETTING_MUTATIONS],
]);

/**
 * Returns the mutations for the given topics. If no topics are given, returns all mutations.
 *
 * @throws an error that lists the topics, if a topic doesn't exist
 */
export function selectMutations(topics: readonly string[]): readonly Mutation[] {
  const known = [...MUTATIONS_BY_TOPIC.keys()];
  const unknown = topics.filter((topic) => !known.includes(topic));
  if (unknown.length > 0)
    throw new Error(`Unknown topics: ${unknown.join(', ')}. The topics are ${known.join(', ')}.`);
  return (topics.length > 0 ? topics : known).flatMap((topic) => MUTATIONS_BY_TOPIC.get(topic) ?? []);
}
