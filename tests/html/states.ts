/**
 * Visits the pages that need more than a fixed URL: pages that appear after a form is submitted, and pages with
 * a secret in the URL.
 */
import { createDraft } from '../support/campaigns.ts';
import { addShareLinks } from '../support/share-links.ts';
import { createFormPages } from '../support/visits.ts';
import { campaignChanges, otherChanges, rescheduled, unknownOutcomes } from './change-states.ts';
import { approvalJobPages, jobPages, reschedulePages } from './job-states.ts';
import { notificationPages } from './notification-states.ts';
import { findForm, type PageStates, refuseForms, type Surroundings, state, submitAt } from './page-state.ts';
import { paymentRunPages } from './payment-run-states.ts';
import { secondFactorPages } from './second-factor-states.ts';
import { closedLinkPages, lockedLinkPages, openLinkPages } from './share-states.ts';
import { invitationPages, profilePages } from './team-states.ts';

const VALID_CARD = { number: '4242424242424242', expiry: '12 / 40', code: '123', name: 'Ada Brightwater' };

async function* refusedForms({ service, members }: Surroundings): PageStates {
  const paths = await createFormPages(service);
  for (const path of [...paths, '/team', '/profile', '/tokens']) yield* refuseForms(members.admin, path);
}

/** Pays for a campaign on the service's payment page and returns to the console. */
async function* paymentPages({ service, members, createVisitor }: Surroundings): PageStates {
  const { id } = await createDraft(service);
  const paymentPage = await submitAt(members.sender, `/campaigns/${id}/checkout`, 'payment_method');
  yield state('the payment page', paymentPage, 200, 'name="number"');
  const [, amount = ''] = /name="amount" value="(\d+)"/.exec(paymentPage.html) ?? [];
  const payRequest = (await service.requests()).findLast(({ path }) => path.endsWith(`/${id}/pay`));
  const returnUrl = new URLSearchParams(payRequest?.query).get('redirect_uri') ?? '';
  const payer = createVisitor();
  const pay = (fields: Readonly<Record<string, string>>) =>
    payer.post(paymentPage.url, { ...VALID_CARD, amount, ...fields });
  yield state('a payment that is being confirmed', await payer.open(returnUrl), 200);
  yield state('the activity with a started payment', await members.admin.open('/activity'), 200);
  yield state('an empty payment form', await payer.post(paymentPage.url, {}), 422, 'aria-invalid');
  yield state('a declined card', await pay({ number: '4000000000000002' }), 402, 'declined');
  yield state('a payment of another amount', await pay({ amount: '1' }), 409, 'The amount has changed');
  yield state('a payer’s return', await pay({}), 200, 'Paid');
  yield state('a member’s return', await members.sender.open(returnUrl), 200, 'Paid');
  yield state('a payment page after the payment', await payer.open(paymentPage.url), 200, 'Already paid');
  yield state('an unknown payment page', await payer.open(`${service.url}/pay/unknown`), 404);
}

async function* signInPages({ createVisitor }: Surroundings): PageStates {
  const visitor = createVisitor();
  const fields = { email: 'unknown@mailroom.test', password: 'not this one' };
  const refused = await submitAt(visitor, '/login', 'password', fields);
  yield state('an incorrect sign-in', refused, 200, 'Incorrect');
  const page = await visitor.open('/login?callbackUrl=%2Fteam');
  const form = findForm(page, 'password');
  const change = (edit: (value: string) => string) => {
    const encoded = [...form.fields].filter(([name]) => /^\$ACTION_\d/.test(name));
    const changes = Object.fromEntries(encoded.map(([name, value]) => [name, edit(value)]));
    return visitor.submit(page, form, { ...fields, ...changes });
  };
  const outdated = await change((value) => value.replace(/[\da-f]{42}/, 'f'.repeat(42)));
  yield state('a form from before an update', outdated, 400, 'This page is out of date');
  yield state('a malformed form', await change(() => '{'), 400, 'This form is malformed');
}

/**
 * The sequences of pages to check. Each page depends on the pages before it in its sequence, but the
 * sequences don't depend on each other.
 */
export const pageStates: readonly ((surroundings: Surroundings) => PageStates)[] = [
  refusedForms,
  invitationPages,
  profilePages,
  secondFactorPages,
  paymentPages,
  paymentRunPages,
  openLinkPages,
  lockedLinkPages,
  closedLinkPages,
  campaignChanges,
  rescheduled,
  otherChanges,
  signInPages,
  unknownOutcomes,
  jobPages,
  reschedulePages,
  approvalJobPages,
  notificationPages,
];

/** Stops the service and opens the pages that read from the service. Each page must respond with status 503. */
export async function* unavailablePages({
  service,
  mailroom,
  members,
  createVisitor,
}: Surroundings): PageStates {
  const { id } = await createDraft(service);
  const [token] = await addShareLinks(mailroom, [{ campaignId: id }]);
  await submitAt(members.sender, `/campaigns/${id}/checkout`, 'payment_method');
  const payRequest = (await service.requests()).findLast(({ path }) => path.endsWith(`/${id}/pay`));
  const returnUrl = new URLSearchParams(payRequest?.query).get('redirect_uri') ?? '';
  await service.kill();
  const campaignPaths = ['', '/checkout', '/send', '/share', '/confirm/delete', '/confirm/clone'].map(
    (page) => `/campaigns/${id}${page}`,
  );
  for (const path of ['/', '/campaigns', '/customers'])
    yield state(`${path} from the index, without the service`, await members.admin.open(path), 200);
  for (const path of [
    '/customers/1',
    '/customers/1/email',
    '/templates',
    '/templates/1/preview',
    ...campaignPaths,
  ])
    yield state(`${path} without the service`, await members.admin.open(path), 503);
  yield state('a payer’s return without the service', await createVisitor().open(returnUrl), 503);
  const review = await createVisitor().open(`/share/${token}`);
  yield state('a guest’s review without the service', review, 503, 'isn’t available right now');
}
