/** Reaches the pages that need more than a URL: pages after a form was submitted, and pages of a secret link. */
import type { Role } from '#lib/domain/permissions.ts';
import { createDraft, createPaidDraft } from '../support/campaigns.ts';
import type { RunningService } from '../support/service.ts';
import { createFormPages } from '../support/visits.ts';
import { type OpenedPage, type PageForm, readForms, type Visitor } from './visitor.ts';

export interface PageState {
  readonly name: string;
  readonly page: OpenedPage;
  /** Why this is the wrong page, if it is. */
  readonly mismatch?: string;
}

export interface Surroundings {
  readonly service: RunningService;
  readonly members: Readonly<Record<Role, Visitor>>;
  readonly createVisitor: () => Visitor;
}

const REFUSED_VALUE = 'x'.repeat(2_000);
const UNKNOWN_FIELD_MESSAGE = 'This page is out of date, or it sent a field that Mailroom doesn’t know.';
const VALID_CARD = { number: '4242424242424242', expiry: '12 / 40', code: '123', name: 'Ada Brightwater' };

/** Returns the state of a page. The page must have the status and contain the text, or it's the wrong page. */
function state(name: string, page: OpenedPage, status: number, text = ''): PageState {
  if (page.status === status && page.html.includes(text)) return { name, page };
  return {
    name,
    page,
    mismatch: `This isn’t the expected page with status ${status} and the text “${text}”.`,
  };
}

function findForm(page: OpenedPage, field: string): PageForm {
  const form = readForms(page.html).find(({ fields, typed }) => fields.has(field) || typed.includes(field));
  if (!form) throw new Error(`No form on ${page.url} has the field ${field}.`);
  return form;
}

function findInvitationPath(page: OpenedPage): string {
  const [path] = /\/join\/[\w-]{20,}/.exec(page.html) ?? [];
  if (path === undefined) throw new Error(`${page.url} contains no invitation link.`);
  return path;
}

/** Submits each form of a page with an unknown field, and then with a text that is too long in each typed field. */
async function* refuseForms(visitor: Visitor, path: string): AsyncGenerator<PageState> {
  const page = await visitor.open(path);
  const forms = readForms(page.html);
  if (forms.length === 0) throw new Error(`${path} has no forms.`);
  for (const [at, form] of forms.entries()) {
    const name = `${path}, form ${at + 1}`;
    const refused = await visitor.submit(page, form, { choice: 'x' });
    yield state(`${name} with an unknown field`, refused, 200, UNKNOWN_FIELD_MESSAGE);
    if (form.typed.length === 0) continue;
    const changes = Object.fromEntries(form.typed.map((field) => [field, REFUSED_VALUE]));
    const invalid = await visitor.submit(page, form, changes);
    yield state(`${name} with invalid values`, invalid, 200, 'aria-invalid="true"');
  }
}

async function* refusedForms({ service, members }: Surroundings): AsyncGenerator<PageState> {
  const paths = await createFormPages(service);
  for (const path of [...paths, '/team', '/profile']) yield* refuseForms(members.admin, path);
}

/** Invites a member, and visits the invitation until it has been accepted. */
async function* invitationPages({ members, createVisitor }: Surroundings): AsyncGenerator<PageState> {
  const team = await members.admin.open('/team');
  const email = 'invited@mailroom.test';
  const invited = await members.admin.submit(team, findForm(team, 'email'), { email, role: 'viewer' });
  yield state('a new invitation', invited, 200, '/join/');
  const path = findInvitationPath(invited);
  yield state('the team with an invitation', await members.admin.open('/team'), 200, email);
  yield state('an invitation of another member', await members.viewer.open(path), 200);
  yield* refuseForms(members.viewer, path);
  const visitor = createVisitor();
  const page = await visitor.open(path);
  yield state('an invitation', page, 200, 'type="password"');
  yield* refuseForms(visitor, path);
  const form = findForm(page, 'password');
  const password = 'a-password-for-the-invited';
  const fields = Object.fromEntries(
    form.typed.map((name) => [name, /password/i.test(name) ? password : 'Ann']),
  );
  yield state('an accepted invitation', await visitor.submit(page, form, fields), 200);
  yield state('an invitation that was accepted', await visitor.open(path), 404);
}

/** Pays for a campaign on the service's payment page and returns to the console. */
async function* paymentPages({ service, members, createVisitor }: Surroundings): AsyncGenerator<PageState> {
  const { id } = await createDraft(service);
  const checkout = await members.sender.open(`/campaigns/${id}/checkout`);
  const paymentPage = await members.sender.submit(checkout, findForm(checkout, 'payment_method'), {});
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

/** Makes a copy, because the next page confirms the change. */
async function* confirmedCopy({ service, members }: Surroundings): AsyncGenerator<PageState> {
  const { id } = await createPaidDraft(service);
  const page = await members.sender.open(`/campaigns/${id}/confirm/clone`);
  const [form] = readForms(page.html);
  if (form) yield state('the confirmation of a copy', await members.sender.submit(page, form, {}), 200);
}

async function* signInPages({ createVisitor }: Surroundings): AsyncGenerator<PageState> {
  const visitor = createVisitor();
  const page = await visitor.open('/login');
  const form = findForm(page, 'password');
  const fields = { email: 'unknown@mailroom.test', password: 'not this one' };
  yield state('an incorrect sign-in', await visitor.submit(page, form, fields), 200, 'role="alert"');
}

/** Lists the ways to reach each state. The pages of one way depend on each other, and the ways don't. */
export const pageStates: readonly ((surroundings: Surroundings) => AsyncGenerator<PageState>)[] = [
  refusedForms,
  invitationPages,
  paymentPages,
  confirmedCopy,
  signInPages,
];

/** Stops the service and opens the pages that read from the service. Each page must respond with status 503. */
export async function* unavailablePages({
  service,
  members,
  createVisitor,
}: Surroundings): AsyncGenerator<PageState> {
  const { id } = await createDraft(service);
  const checkout = await members.sender.open(`/campaigns/${id}/checkout`);
  await members.sender.submit(checkout, findForm(checkout, 'payment_method'), {});
  const payRequest = (await service.requests()).findLast(({ path }) => path.endsWith(`/${id}/pay`));
  const returnUrl = new URLSearchParams(payRequest?.query).get('redirect_uri') ?? '';
  await service.kill();
  const campaignPaths = ['', '/checkout', '/send', '/share', '/confirm/delete', '/confirm/clone'].map(
    (page) => `/campaigns/${id}${page}`,
  );
  for (const path of [
    '/',
    '/campaigns',
    '/customers',
    '/customers/1',
    '/customers/1/email',
    '/templates',
    '/templates/1/preview',
    ...campaignPaths,
  ])
    yield state(`${path} without the service`, await members.admin.open(path), 503);
  yield state('a payer’s return without the service', await createVisitor().open(returnUrl), 503);
}
