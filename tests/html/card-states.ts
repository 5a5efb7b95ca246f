/** Visits the card form, and checkout pages where members can enter a card. */
import { createDraft } from '../support/campaigns.ts';
import { type PageStates, refuseForms, type Surroundings, state, submitAt } from './page-state.ts';

export async function* cardFormPages({
  service,
  members: { sender },
  createVisitor,
}: Surroundings): PageStates {
  const checkout = `/campaigns/${(await createDraft(service)).id}/checkout`;
  yield state('a checkout with the card form', await sender.open(checkout), 200, 'turn on JavaScript');
  const withCopy = await sender.open(`${checkout}?sender_copy=yes`);
  yield state('a copy that the payment page can’t add', withCopy, 200, 'Remove the copy');
  const fields = { payment_method: 'card' };
  const withoutCard = await submitAt(sender, checkout, 'payment_method', fields);
  yield state('a payment without a card', withoutCard, 200, 'payment_method');
  const cardForm = await createVisitor().open(`${service.url}/card-form`);
  yield state('the card form', cardForm, 200, 'name="number"');
}

export async function* cardTokenPages({ service, members: { sender } }: Surroundings): PageStates {
  const checkout = `/campaigns/${(await createDraft(service)).id}/checkout`;
  yield state('a checkout with a token', await sender.open(checkout), 200, 'Card token');
  yield* refuseForms(sender, checkout);
  const fields = { payment_method: 'card', source: '4242 4242 4242 4242' };
  const refused = await submitAt(sender, checkout, 'payment_method', fields);
  yield state('a card number as a token', refused, 200, 'This looks like a card number.');
  const withCopy = await sender.open(`${checkout}?sender_copy=yes`);
  yield state('a copy that a card pays for', withCopy, 200, 'and schedule');
}
