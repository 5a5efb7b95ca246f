/** Visits the share link pages for guests and for the team. */
import { createDraft, createQueuedCampaign, waitForProof } from '../support/campaigns.ts';
import { memberEmail } from '../support/console.ts';
import { addShareLinks } from '../support/share-links.ts';
import {
  findForm,
  findPath,
  type PageStates,
  refuseForms,
  type Surroundings,
  state,
  submitAt,
} from './page-state.ts';
import { findMemberPage } from './team-states.ts';
import type { OpenedPage, Visitor } from './visitor.ts';

/**
 * Matches the path of a guest's page. The path of the team's page for a share link doesn't match, because its
 * last segment is shorter.
 */
const GUEST_PATH = /\/share\/[\w-]{43}(?![\w-])/;
const SAVED_RULE = 'The new rule is in effect.';
const PASSWORD = 'between us only';
const GUEST = { name: 'Ann Guest', email: 'ann@maple.example' };

/** Creates a share link. @returns the link's page for the team */
const share = (member: Visitor, id: number, fields: Readonly<Record<string, string>>): Promise<OpenedPage> =>
  submitAt(member, `/campaigns/${id}/share`, 'label', { label: 'For the owner', ...fields });

const decide = (
  guest: Visitor,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<OpenedPage> => submitAt(guest, path, 'fingerprint', { ...GUEST, ...fields });

/** Shares a proof with a guest who requests changes, and revokes the link. */
export async function* openLinkPages({ service, members, createVisitor }: Surroundings): PageStates {
  const { id } = await createDraft(service);
  yield state('the share page of a new campaign', await members.sender.open(`/campaigns/${id}/share`), 200);
  await waitForProof(service, id);
  const details = await share(members.sender, id, {});
  yield state('a share link', details, 200, 'Not viewed yet');
  yield* transferPages(members.admin);
  const path = findPath(details, GUEST_PATH);
  const guest = createVisitor();
  yield state('a guest’s review', await guest.open(path), 200, 'Approve this proof?');
  yield* refuseForms(guest, path);
  const unexplained = await decide(guest, path, { decision: 'changes' });
  yield state('a request for changes without a comment', unexplained, 200, 'Describe the change.');
  const requested = await decide(guest, path, { decision: 'changes', comment: 'A larger\n<b>heart' });
  yield state('a request for changes', requested, 200, 'Your request for changes was recorded.');
  yield state('a review after a request for changes', await guest.open(path), 200, 'Changes requested by');
  const campaign = await members.sender.open(`/campaigns/${id}`);
  yield state('a campaign with requested changes', campaign, 200, 'A larger');
  yield state('the overview with a decision', await members.viewer.open('/'), 200, 'Back from guests');
  yield* refuseForms(members.sender, details.url);
  const revoked = await members.sender.submit(details, findForm(details, 'link'), {});
  yield state('a revoked link', revoked, 200, 'This link has been revoked');
  yield state('a guest’s review after the link was revoked', await guest.open(path), 404, 'isn’t valid');
  const closed = await members.sender.open(`/campaigns/${id}`);
  yield state('a campaign with a closed link', closed, 200, '1 closed link');
}

/**
 * Opens the page for disabling a member who has a share link, and chooses a member who can't take over the
 * link.
 */
async function* transferPages(admin: Visitor): PageStates {
  const memberPath = findMemberPage(await admin.open('/team'), memberEmail('sender'));
  yield state('a member with a share link', await admin.open(memberPath), 200, 'Open share links');
  const path = `${memberPath}/disable`;
  yield state('the confirmation for a member with a share link', await admin.open(path), 200, 'Transfer to');
  const refused = await submitAt(admin, path, 'member_action', { transfer_to: crypto.randomUUID() });
  yield state('an impossible transfer', refused, 200, 'Choose another member.');
}

/** Shares a proof with a password, and changes the proof after the guest approves it. */
export async function* lockedLinkPages({ service, members, createVisitor }: Surroundings): PageStates {
  const { id, customerId } = await createDraft(service);
  await waitForProof(service, id);
  const visibleParts = { price: 'yes', recipients: 'yes', metadata: 'yes' };
  const details = await share(members.sender, id, { password: PASSWORD, ...visibleParts });
  yield state('a share link with a password', details, 200, 'and the password');
  const path = findPath(details, GUEST_PATH);
  const guest = createVisitor();
  yield state('a locked review', await guest.open(path), 200, 'Open proof');
  yield* refuseForms(guest, path);
  const wrong = await submitAt(guest, path, 'password', { password: 'a guess' });
  yield state('a wrong password', wrong, 200, 'Incorrect password.');
  const unlocked = await submitAt(guest, path, 'password', { password: PASSWORD });
  yield state('an unlocked review', unlocked, 200, 'shared a proof with you');
  yield state('a review with all recipients', await guest.open(`${path}?recipients=all`), 200, 'Recipients');
  const approved = await decide(guest, path, { decision: 'approved', comment: 'Lovely.' });
  yield state('an approval', approved, 200, 'Your approval was recorded.');
  yield state('a review after an approval', await guest.open(path), 200, 'Approved by');
  yield* approvalPages(members.admin, id, 'Lovely.');
  yield* memberApprovalPages(members, id);
  await service.changeArtwork(id, ['<p>New front</p>', '<p>New back</p>']);
  await waitForProof(service, id);
  yield state(
    'a review of a changed proof',
    await guest.open(path),
    200,
    'so this decision is no longer valid.',
  );
  yield* approvalPages(members.admin, id, 'Needs a new approval');
  await service.call('DELETE', `/v1/campaigns/customers/${customerId}/campaigns/${id}`);
  yield state('a review of a deleted campaign', await guest.open(path), 404, 'No longer available');
}

/** Opens the campaign's pages while the team requires approvals. */
async function* approvalPages(admin: Visitor, id: number, text: string): PageStates {
  const required = await submitAt(admin, '/team', 'rule', { rule: 'guest' });
  yield state('the team with required approvals', required, 200, SAVED_RULE);
  yield state('a campaign with required approvals', await admin.open(`/campaigns/${id}`), 200, text);
  for (const path of ['/', `/campaigns/${id}/checkout`])
    yield state(`${path} with required approvals`, await admin.open(path), 200);
  const optional = await submitAt(admin, '/team', 'rule', { rule: 'none' });
  yield state('the team with optional approvals', optional, 200, SAVED_RULE);
}

/**
 * Opens the campaign's pages while the rule requires approval by a second member, before and after decisions.
 */
async function* memberApprovalPages({ admin, sender }: Surroundings['members'], id: number): PageStates {
  const invalid = await submitAt(admin, '/team', 'rule', { rule: 'member', minimum: 'much' });
  yield state('the team with an invalid amount', invalid, 200, 'Enter an amount');
  await submitAt(admin, '/team', 'rule', { rule: 'member', minimum: '' });
  const path = `/campaigns/${id}`;
  const waiting = await sender.open(path);
  yield state('a campaign that waits for a second member', waiting, 200, 'another member’s approval');
  yield state('its checkout', await sender.open(`${path}/checkout`), 200, 'until another member approves');
  const unexplained = await submitAt(sender, path, 'fingerprint', { decision: 'changes' });
  yield state('a member’s request without a comment', unexplained, 200, 'Describe the change.');
  const requested = await submitAt(sender, path, 'fingerprint', {
    decision: 'changes',
    comment: 'Larger\n<b>',
  });
  yield state('a member’s request for changes', requested, 200, 'Your request was recorded.');
  const approved = await submitAt(admin, path, 'fingerprint', { decision: 'approved' });
  yield state('a member’s approval', approved, 200, 'Your approval was recorded.');
  yield state('the overview with a member’s decision', await admin.open('/'), 200);
  await submitAt(admin, '/team', 'rule', { rule: 'none' });
}

/** Opens a link to a scheduled campaign, a link that doesn't let guests decide, and an expired link. */
export async function* closedLinkPages({
  service,
  mailroom,
  members,
  createVisitor,
}: Surroundings): PageStates {
  const { id } = await createQueuedCampaign(service);
  await waitForProof(service, id);
  const visitor = createVisitor();
  const scheduled = findPath(await share(members.sender, id, {}), GUEST_PATH);
  yield state('a review of a scheduled campaign', await visitor.open(scheduled), 200, 'On its way');
  const viewOnly = findPath(await share(members.sender, id, { decide: '' }), GUEST_PATH);
  yield state('a review without decisions', await visitor.open(viewOnly), 200, 'shared a proof with you');
  const draft = await createDraft(service);
  const [token] = await addShareLinks(mailroom, [{ campaignId: draft.id, expiresInMs: -1_000 }]);
  yield state('an expired review', await visitor.open(`/share/${token}`), 404, 'isn’t valid');
  const campaign = await members.sender.open(`/campaigns/${draft.id}`);
  const path = findPath(campaign, new RegExp(`/campaigns/${draft.id}/share/[\\w-]{36}`));
  yield state('an expired link', await members.sender.open(path), 200, 'This link has expired');
}
