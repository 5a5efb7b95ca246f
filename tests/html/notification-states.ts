/** Visits the notifications page of a member who has notifications. */
import { createPaidDraft } from '../support/campaigns.ts';
import { type PageStates, type Surroundings, state, submitAt } from './page-state.ts';

export async function* notificationPages({ service, members: { sender } }: Surroundings): PageStates {
  const { id } = await createPaidDraft(service);
  await submitAt(sender, `/campaigns/${id}/send`, 'when', { when: 'now' });
  const list = await sender.open('/notifications');
  yield state('notifications', list, 200, 'Mark all as read');
  const read = await submitAt(sender, '/notifications', 'until', { which: 'all' });
  yield state('read notifications', read, 200, 'All marked as read.');
  yield state(
    'a page beyond the last notification',
    await sender.open('/notifications?page=99'),
    200,
    'This page doesn’t exist',
  );
}
