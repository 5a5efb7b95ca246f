/** Creates draft campaigns with a proof, and records decisions about the drafts. */
import { beforeEach } from 'vitest';
import { decideAsMemberAction } from '#app/(console)/campaigns/[id]/actions.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { saveApprovalRule } from '#lib/data/approval.ts';
import type { Decision } from '#lib/domain/approval.ts';
import type { ApprovalSettings } from '#lib/domain/approval-rule.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { fingerprintPrintedContent, readPrintedContent } from '#lib/share-links/fingerprints.ts';
import { createNonce } from '#lib/share-links/token.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { insertDecision, insertShareLink } from '#lib/store/share-links.ts';
import { readCurrentFingerprint } from './guest-decisions.ts';
import { setUpHarness } from './harness.ts';
import { addMember } from './members.ts';
import { redirectOrResult } from './redirects.ts';
import { inRequest } from './request.ts';
import { ORIGIN } from './settings.ts';
import { addCampaign, type TinyCampaign, type TinyService } from './tiny-service.ts';

export const proofPath = ({ id }: { readonly id: number }) => `/files/${id}/proof.pdf`;

export function addDraftWithProof(
  service: TinyService,
  campaign: Partial<TinyCampaign> & { id: number },
): TinyCampaign {
  service.files.set(proofPath(campaign), '%PDF first version');
  return addCampaign(service, { proof: service.origin + proofPath(campaign), ...campaign });
}

export function changeProof(service: TinyService, campaign: TinyCampaign): void {
  service.files.set(proofPath(campaign), '%PDF second version');
}

/** Records a guest's decision about the campaign's current proof and recipients. The guest is verified by default. */
export async function addGuestDecision(
  { id, proof }: TinyCampaign,
  decision: Decision,
  name = 'Ann Lee',
  verifiedAt: Date | null = new Date(),
): Promise<void> {
  const printed = await readPrintedContent({ id, proof, recipient_count: 3 }, { fresh: true });
  if (!printed.ok) throw new Error(printed.failure.kind);
  const db = await store();
  const shareLink = await insertShareLink(db, {
    campaignId: id,
    nonce: createNonce(),
    tokenHash: createNonce(),
    label: 'For the owner',
    by: 'sender@mailroom.test',
    visibleParts: { price: false, recipients: false, metadata: false },
    guestsDecide: true,
    fingerprints: { ...printed.value, price: null },
    expiresAt: new Date(Date.now() + 60_000),
  });
  await insertDecision(db, {
    shareLinkId: shareLink.id,
    campaignId: id,
    decision,
    name,
    email: 'ann@guest.example',
    comment: decision === 'changes' ? 'Bluer, please' : null,
    fingerprint: fingerprintPrintedContent(printed.value),
    verifiedAt,
  });
}

type Action = (previous: FormState, form: FormData) => Promise<FormState>;

/** Submits a form the way a console page does. By default, the sender is signed in. */
export async function submitFromPage(
  action: Action,
  fields: Readonly<Record<string, string>>,
  email = 'sender@mailroom.test',
  headers: Readonly<Record<string, string>> = {},
) {
  const member = await findMemberByEmail(await store(), email);
  const cookies = member ? { [sessionCookie()]: await issueSessionToken(member) } : {};
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return inRequest({ headers: { origin: ORIGIN, ...headers }, cookies }, () =>
    redirectOrResult(() => action({}, form)),
  );
}

/** Submits a member's decision about the campaign's current content, as the campaign's page does. */
export async function decideAsMember(
  { id }: TinyCampaign,
  email: string,
  decision: Decision = 'approved',
  fields: Readonly<Record<string, string>> = {},
) {
  const fingerprint = await readCurrentFingerprint(id);
  const comment: Record<string, string> = decision === 'changes' ? { comment: 'Bluer' } : {};
  const form = { id: `${id}`, fingerprint, decision, ...comment, ...fields };
  return submitFromPage(decideAsMemberAction, form, email);
}

export const THIRD_MEMBER = 'third@mailroom.test';

/**
 * Starts a console. Before each test, sets the rule that a second member must approve campaigns, and adds
 * another sender with the address `THIRD_MEMBER`.
 */
export function setUpMemberApproval() {
  const harness = setUpHarness();
  let nextId = 1;
  const setRule = (settings: Partial<ApprovalSettings>) =>
    harness.admin(() => saveApprovalRule({ rule: 'member', minimum: null, ...settings }));
  beforeEach(async () => {
    await addMember(THIRD_MEMBER, 'sender');
    await setRule({});
    harness.service.requests.length = 0;
  });
  const addDraft = (overrides: Partial<TinyCampaign> = {}) =>
    addDraftWithProof(harness.service, { id: nextId++, paid: 0, ...overrides });
  return { harness, setRule, addDraft };
}
