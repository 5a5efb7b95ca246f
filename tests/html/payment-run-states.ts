/** Visits the pages of payment runs. */
import { createDraft, createPaidDraft, DAY } from '../support/campaigns.ts';
import { newRunPath } from '../support/payment-runs.ts';
import { findForm, findPath, type PageStates, type Surroundings, state, submitAt } from './page-state.ts';
import { readForms } from './visitor.ts';

const VALID_CARD = { number: '4242424242424242', expiry: '12 / 40', code: '123', name: 'Ada Brightwater' };

export async function* paymentRunPages({ service, members }: Surroundings): PageStates {
  const { sender, admin, viewer } = members;
  const drafts = [await createDraft(service), await createDraft(service), await createDraft(service)];
  const [first] = drafts;
  const elsewhere = await createPaidDraft(service);
  const ids = [...drafts, elsewhere].map(({ id }) => id);
  yield state(
    'a selection of campaigns for a run',
    await sender.open(newRunPath(ids)),
    200,
    'Start payment run',
  );
  const nothing = await sender.open('/payment-runs/new');
  yield state('a run without campaigns', nothing, 200, 'No campaigns to pay for');
  const past = await submitAt(sender, newRunPath(ids), 'campaigns', { at: '2020-01-01T09:00' });
  yield state('a run with a send date in the past', past, 200, 'aria-invalid="true"');
  const at = new Date(Date.now() + 4 * DAY).toISOString().slice(0, 16);
  const started = await submitAt(sender, newRunPath(ids), 'campaigns', { at });
  yield state('a run', started, 200, 'Pay 1 of ');
  const run = findPath(started, /\/payment-runs\/\d+/);
  yield state('the list of runs', await viewer.open('/payment-runs'), 200, 'campaigns');
  yield state('another member’s run', await admin.open(run), 200, 'Take over run');

  const paymentPage = await sender.submit(started, findForm(started, 'to_be_paid'), {});
  const payRequest = (await service.requests()).findLast(({ path }) => path.endsWith(`/${first?.id}/pay`));
  const returnUrl = new URLSearchParams(payRequest?.query).get('redirect_uri') ?? '';
  yield state(
    'a run with a payment that is being confirmed',
    await sender.open(returnUrl),
    200,
    'Being confirmed',
  );
  const [, amount = ''] = /name="amount" value="(\d+)"/.exec(paymentPage.html) ?? [];
  await sender.post(paymentPage.url, { ...VALID_CARD, amount });
  yield state('a run with a paid campaign', await sender.open(returnUrl), 200, 'is paid');
  const page = await sender.open(run);
  const skip = readForms(page.html).find(({ fields }) => fields.has('campaign') && !fields.has('to_be_paid'));
  if (!skip) throw new Error(`${run} has no button that skips a campaign.`);
  const skipped = await sender.submit(page, skip, {});
  yield state('a run with a skipped campaign', skipped, 200, 'Pay 3 of ');
  yield state('a run’s send date', await sender.open(`${run}/schedule`), 200, 'Don’t schedule');
  const stop = await sender.open(`${run}/receipt`);
  yield state('the receipt of a run that goes on', stop, 200, '1 campaign paid');
  yield state('a run that doesn’t exist', await sender.open('/payment-runs/999999'), 404);
}
