/** Visits the pages about members: invitations, roles, access, and the members' own profiles. */
import { memberEmail, TEST_PASSWORD } from '../support/console.ts';
import {
  findForm,
  findPath,
  type PageStates,
  refuseForms,
  type Surroundings,
  state,
  submitAt,
} from './page-state.ts';
import type { OpenedPage, Visitor } from './visitor.ts';

const INVITATION = /\/join\/[\w-]{20,}/;

/**
 * The actions that an admin performs on a new viewer, each with the text that confirms the action. In this
 * order, every action is possible.
 */
const MEMBER_ACTIONS = {
  sender: 'Ann is now a sender.',
  admin: 'Ann is now an admin.',
  viewer: 'Ann is now a viewer.',
  sign_out: 'Ann has been signed out everywhere.',
  disable: 'Ann has been disabled and signed out everywhere.',
  enable: 'Ann can sign in again.',
};

/** Invites a viewer. @returns the team page, which shows the invitation link */
const invite = (admin: Visitor, email: string): Promise<OpenedPage> =>
  submitAt(admin, '/team', 'email', { email, role: 'viewer' });

/** @returns the path of the member's page */
export function findMemberPage({ html, url }: OpenedPage, email: string): string {
  const [, ...rows] = html.split('<tr');
  // Email addresses can wrap after the @.
  const row = rows.find((text) => text.replaceAll('<wbr/>', '').includes(email)) ?? '';
  const [path] = /\/team\/[\w-]{36}/.exec(row) ?? [];
  if (path === undefined) throw new Error(`${url} has no link to ${email}.`);
  return path;
}

/** Fills in and submits the form on an invitation page. @returns the page that follows */
function join(visitor: Visitor, page: OpenedPage, email: string): Promise<OpenedPage> {
  const form = findForm(page, 'password');
  const values: Readonly<Record<string, string>> = { name: 'Ann', email, password: TEST_PASSWORD };
  return visitor.submit(
    page,
    form,
    Object.fromEntries(form.typed.map((name) => [name, values[name] ?? email])),
  );
}

/** Invites a member, opens the invitation before and after it is accepted, and changes the new member. */
export async function* invitationPages({ members, createVisitor }: Surroundings): PageStates {
  const email = 'invited@mailroom.test';
  yield state('a new invitation', await invite(members.admin, email), 200, '/join/');
  yield state('the team with an invitation', await members.admin.open('/team'), 200, email);
  const renewed = await submitAt(members.admin, '/team', 'id');
  yield state('a renewed invitation', renewed, 200, '/join/');
  const path = findPath(renewed, INVITATION);
  yield state('an invitation of another member', await members.viewer.open(path), 200);
  yield* refuseForms(members.viewer, path);
  const visitor = createVisitor();
  const page = await visitor.open(path);
  yield state('an invitation', page, 200, 'type="password"');
  yield* refuseForms(visitor, path);
  yield state('an accepted invitation', await join(visitor, page, email), 200);
  yield state('an invitation that was accepted', await visitor.open(path), 404);
  yield* memberPages(members.admin, email);
}

async function* memberPages(admin: Visitor, email: string): PageStates {
  const team = await admin.open('/team');
  const ownPath = findMemberPage(team, memberEmail('admin'));
  yield state('the only admin’s own page', await admin.open(ownPath), 200, 'You’re the team’s only admin.');
  const path = findMemberPage(team, email);
  yield state('a member', await admin.open(path), 200, 'Disable member');
  for (const [action, text] of Object.entries(MEMBER_ACTIONS)) {
    yield* refuseForms(admin, `${path}/${action}`);
    const done = await submitAt(admin, `${path}/${action}`, 'member_action');
    yield state(`a member after ${action}`, done, 200, text);
    if (action === 'admin')
      yield state('one of two admins’ own page', await admin.open(ownPath), 200, 'Only another admin can');
    if (action === 'disable')
      yield state('the team with a disabled member', await admin.open('/team'), 200, 'Disabled members');
  }
}

/** Changes the viewer's own profile. */
export async function* profilePages({ members: { viewer } }: Surroundings): PageStates {
  const saved = await submitAt(viewer, '/profile', 'name', {
    name: 'Vera',
    time_zone: 'America/Denver',
  });
  yield state('a saved profile', saved, 200, 'Saved.');
  const password = { old_password: 'not this one', password: TEST_PASSWORD };
  const refused = await submitAt(viewer, '/profile', 'old_password', password);
  yield state('an incorrect current password', refused, 200, 'Incorrect password.');
  const changed = await submitAt(viewer, '/profile', 'old_password', {
    ...password,
    old_password: TEST_PASSWORD,
  });
  yield state('a changed password', changed, 200, 'Password changed.');
}

/** Invites a member. @returns the invitation's path */
export async function createInvitationPath(admin: Visitor): Promise<string> {
  return findPath(await invite(admin, 'ann@allowed.example'), INVITATION);
}

/** Opens the pages of a console where members can't sign in with a password. */
export async function* providerPages(visitor: Visitor, invitation: string): PageStates {
  yield state('an invitation with a provider', await visitor.open(invitation), 200, 'Go to sign-in page');
  yield state('the sign-in page with a provider', await visitor.open('/login'), 200, 'Continue with');
}

/** Sets up a console without members, and opens its pages before any campaigns exist. */
export async function* setupPages({
  mailroom,
  createVisitor,
}: Pick<Surroundings, 'mailroom' | 'createVisitor'>): PageStates {
  const path = INVITATION.exec(mailroom.printed.join('\n'))?.[0] ?? '';
  const visitor = createVisitor();
  const page = await visitor.open(path);
  yield state('the setup page', page, 200, 'Become the first admin');
  yield* refuseForms(visitor, path);
  yield state('a new console', await join(visitor, page, 'ann@mailroom.test'), 200, 'You’re all caught up');
  const payments = await visitor.open('/activity?operation=payCampaign');
  yield state('no activity', payments, 200, 'No activity to show');
  for (const empty of ['/campaigns', '/campaigns?status=mailed', '/customers/1', '/team'])
    yield state(`${empty} of a new console`, await visitor.open(empty), 200);
}
