/** Visits the pages that confirm a change to a campaign, customer, or template. */
import {
  createCoveredDraft,
  createDraft,
  createPaidDraft,
  createQueuedCampaign,
  DAY,
} from '../support/campaigns.ts';
import { type PageStates, type Surroundings, state, submitAt } from './page-state.ts';

export async function* campaignChanges({ service, members: { sender, admin } }: Surroundings): PageStates {
  const paid = `/campaigns/${(await createPaidDraft(service)).id}`;
  yield state('a copy', await submitAt(sender, `${paid}/confirm/clone`, 'id'), 200, 'This is your copy of');
  const at = new Date(Date.now() + 2 * DAY).toISOString().slice(0, 16);
  const checked = await submitAt(sender, `${paid}/send`, 'when', { when: 'check', at });
  yield state('a checked send time', checked, 200, 'in 2 days');
  const past = await submitAt(sender, `${paid}/send`, 'when', { when: 'at', at: '2020-01-01T09:00' });
  yield state('a send time in the past', past, 200, 'aria-invalid="true"');
  const sent = await submitAt(sender, `${paid}/send`, 'when', { when: 'now' });
  yield state('a sent campaign', sent, 200, 'Scheduled. Production starts');

  const covered = `/campaigns/${(await createCoveredDraft(service)).id}`;
  const withCredits = await submitAt(sender, `${covered}/checkout`, 'payment_method');
  yield state('a campaign paid for with credits', withCredits, 200, 'Paid with credits and scheduled.');

  const draft = `/campaigns/${(await createDraft(service)).id}`;
  const outdated = await submitAt(sender, `${draft}/checkout`, 'payment_method', { to_be_paid: '$1.00' });
  yield state('a changed price', outdated, 200, 'The price has changed');
  const withCopy = await sender.open(`${draft}/checkout?sender_copy=yes`);
  yield state('a checkout with the sender’s copy', withCopy, 200, 'payment_method');
  yield state('a deleted draft', await submitAt(admin, `${draft}/confirm/delete`, 'id'), 200, 'deleted.');

  const unsent = `/campaigns/${(await createPaidDraft(service)).id}/confirm/delete`;
  yield state('the deletion of a paid draft', await admin.open(unsent), 200, 'has been paid for this draft');
  yield state('a deleted paid draft', await submitAt(admin, unsent, 'id'), 200, 'had been paid for it');

  const queued = `/campaigns/${(await createQueuedCampaign(service)).id}/confirm/cancel`;
  yield state('a canceled campaign', await submitAt(sender, queued, 'id'), 200, 'Sending canceled.');
}

export async function* rescheduled({ service, members: { sender } }: Surroundings): PageStates {
  const campaign = `/campaigns/${(await createQueuedCampaign(service)).id}`;
  const page = `${campaign}/reschedule`;
  const at = new Date(Date.now() + 3 * DAY).toISOString().slice(0, 16);
  const checked = await submitAt(sender, page, 'when', { when: 'check', at });
  yield state('a checked new send time', checked, 200, 'in 3 days');
  const past = await submitAt(sender, page, 'when', { when: 'at', at: '2020-01-01T09:00' });
  yield state('a new send time in the past', past, 200, 'aria-invalid="true"');
  const moved = await submitAt(sender, page, 'when', { when: 'at', at });
  yield state('a rescheduled campaign', moved, 200, 'Rescheduled. Production starts');
  await service.injectFaults({ operation: 'sendCampaign', kind: 'status', status: 422 });
  const later = new Date(Date.now() + 4 * DAY).toISOString().slice(0, 16);
  const lost = await submitAt(sender, page, 'when', { when: 'at', at: later });
  yield state(
    'a campaign that isn’t scheduled again',
    lost,
    200,
    'It won’t be mailed until you schedule it.',
  );
  yield state(
    'the overview with that campaign',
    await sender.open('/'),
    200,
    'Canceled, not scheduled again',
  );
  const activity = await sender.open('/activity?outcome=unscheduled');
  yield state('the activity with that campaign', activity, 200, 'Canceled, not scheduled again');
  yield state(
    'that campaign, scheduled',
    await submitAt(sender, campaign, 'date'),
    200,
    'Scheduled. Production starts',
  );
}

export async function* otherChanges({ members: { admin } }: Surroundings): PageStates {
  const email = { email: 'new-office@brightwater.example' };
  const changed = await submitAt(admin, '/customers/1/email', 'email', email);
  yield state('a changed email address', changed, 200, 'Email changed to');
  const filled = await submitAt(admin, '/templates/1/preview?values=example', 'id');
  yield state('a filled preview', filled, 200, 'Print preview with your values.');
  yield state('a saved template', await submitAt(admin, '/templates/1/edit', 'name'), 200, 'Template saved.');
  const deleted = await submitAt(admin, '/templates/12/delete', 'id');
  yield state('a deleted template', deleted, 200, 'deleted. Its campaigns');
}

/**
 * Drops the response to a clone request. Unlike other outcomes, the outcome of cloning stays unknown after a
 * read.
 */
export async function* unknownOutcomes({ service, members: { sender } }: Surroundings): PageStates {
  const { id } = await createDraft(service);
  await service.injectFaults({ operation: 'cloneCampaign', kind: 'drop_after' });
  const lost = await submitAt(sender, `/campaigns/${id}/confirm/clone`, 'id');
  await service.clearFaults();
  yield state('a copy with a lost response', lost, 200);
  const campaign = await sender.open(`/campaigns/${id}`);
  yield state('a campaign with an unknown outcome', campaign, 200, 'outcome unknown');
  yield state('the overview with an unknown outcome', await sender.open('/'), 200, 'outcome unknown');
}
