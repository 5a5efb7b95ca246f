/** Role × everything that lib/data offers: who may not, gets a refusal and the service is not even asked. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { operationNames, operations } from '#lib/contract/operations.ts';
import { isAllowed, type Permission, ROLES, type Role } from '#lib/domain/permissions.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { setUpHarness } from './support/harness.ts';
import { asMember, type RunAs, signedOut } from './support/members.ts';
import { ORIGIN } from './support/settings.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const modules = import.meta.glob<Record<string, unknown>>('../../lib/data/**/*.ts', { eager: true });

const agreed = {
  sender_copy: false,
  to_be_paid: '$10.00',
  price: '$10.00',
  credit: '$0.00',
  already_paid: '$0.00',
};

/** No member's id, and no invitation's. */
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** How each function is called, and what of the permissions table it stands under. */
const guarded: Record<string, { needs: Permission; args: (id: number) => unknown[] }> = {
  listCampaigns: { needs: 'listCampaigns', args: () => [{}] },
  countCampaigns: { needs: 'listCampaigns', args: () => [{}] },
  getCampaign: { needs: 'getCampaign', args: (id) => [id] },
  getCustomerCampaign: { needs: 'getCustomerCampaign', args: (id) => [7, id] },
  readLiveCampaign: { needs: 'getCampaign', args: (id) => [id] },
  readCheckout: { needs: 'checkOutCampaign', args: (id) => [id] },
  readLiveCheckout: { needs: 'payCampaign', args: (id) => [id] },
  readCampaignThumbnail: { needs: 'getCampaign', args: (id) => [id, 0, 160] },
  readCampaignProof: { needs: 'getCampaign', args: (id) => [id] },
  listTemplateNames: { needs: 'listTemplates', args: () => [] },
  listCustomerEmails: { needs: 'listCustomers', args: () => [] },
  findCampaignOwners: { needs: 'getCustomerCampaign', args: (id) => [[id]] },
  listAttempts: { needs: 'getCampaign', args: (id) => [id] },
  listActivity: { needs: 'listCampaigns', args: () => [{}] },
  listActivityPeople: { needs: 'listCampaigns', args: () => [] },
  hasJustChanged: { needs: 'listCampaigns', args: () => [{ customerId: 7 }] },
  recheckAttempts: { needs: 'getCampaign', args: (id) => [id] },
  listOpenAttempts: { needs: 'listCampaigns', args: () => [] },
  startPayment: { needs: 'payCampaign', args: (id) => [id, { agreed }] },
  payAndSend: {
    needs: 'payAndSendCampaign',
    args: (id) => [id, { agreed, send_copy_to_sender: false, email: 'a@b.example' }],
  },
  sendCampaign: { needs: 'sendCampaign', args: (id) => [id, {}] },
  cancelCampaign: { needs: 'cancelCampaign', args: (id) => [id] },
  cloneCampaign: { needs: 'cloneCampaign', args: (id) => [id] },
  deleteCampaign: { needs: 'deleteCampaign', args: (id) => [id] },
  startPaymentViaProxy: {
    needs: 'payCampaign',
    args: (id) => [{ id, redirect_uri: `${ORIGIN}/` }],
  },
  payAndSendViaProxy: { needs: 'payAndSendCampaign', args: (id) => [{ id, email: 'a@b.example' }] },
  sendOnInvoiceViaProxy: { needs: 'sendCampaignOnInvoice', args: (id) => [{ id: String(id) }] },
  // Each of the 22 through it: see proxy-roles.test.ts.
  runOperation: { needs: 'checkOutCampaign', args: (id) => ['checkOutCampaign', { id }] },
  sendOnInvoice: { needs: 'sendCampaignOnInvoice', args: (id) => [id, { agreed }] },
  listCustomers: { needs: 'listCustomers', args: () => [{}] },
  getCustomer: { needs: 'getCustomer', args: (id) => [id] },
  updateCustomer: { needs: 'updateCustomer', args: (id) => [id, { email: 'a@b.example' }] },
  listTemplates: { needs: 'listTemplates', args: () => [{}] },
  getTemplate: { needs: 'getTemplate', args: (id) => [id] },
  updateTemplate: {
    needs: 'updateTemplate',
    args: (id) => [id, { name: 'a', size: 'letter', designs: ['<p>'] }],
  },
  readTemplateNames: { needs: 'listTemplates', args: (id) => [[{ id, template_id: 5 }], new Map()] },
  renderSavedDesign: { needs: 'getTemplate', args: (id) => [id, 0] },
  previewDesigns: { needs: 'previewTemplate', args: (id) => [id, {}] },
  renderDraftDesign: { needs: 'getTemplate', args: (id) => [id, '<p>'] },
  deleteTemplate: { needs: 'deleteTemplate', args: (id) => [id] },
  previewTemplate: { needs: 'previewTemplate', args: (id) => [String(id), {}] },
  readCampaignSharing: { needs: 'viewShareLinks', args: (id) => [{ id }] },
  isWaitingForApproval: { needs: 'viewShareLinks', args: (id) => [{ id }] },
  listRecentDecisions: { needs: 'viewShareLinks', args: () => [] },
  createCampaignShareLink: {
    needs: 'shareCampaign',
    args: (id) => [
      id,
      {
        label: 'a',
        days: 1,
        shows: { price: false, recipients: false, metadata: false },
        guestsDecide: true,
      },
    ],
  },
  readCampaignShareLink: { needs: 'shareCampaign', args: (id) => [{ id }, crypto.randomUUID()] },
  revokeCampaignShareLink: { needs: 'shareCampaign', args: (id) => [id, crypto.randomUUID()] },
  isApprovalRequired: { needs: 'viewShareLinks', args: () => [] },
  setApprovalRequired: { needs: 'manageTeam', args: () => [false] },
  listTeam: { needs: 'manageTeam', args: () => [] },
  readTeamMember: { needs: 'manageTeam', args: () => [NOBODY] },
  changeMember: { needs: 'manageTeam', args: () => [NOBODY, 'viewer'] },
  listInvitations: { needs: 'manageTeam', args: () => [] },
  inviteMember: { needs: 'manageTeam', args: (id) => [`new-${id}@mailroom.test`, 'viewer'] },
  renewInvitation: { needs: 'manageTeam', args: () => [NOBODY] },
  withdrawInvitation: { needs: 'manageTeam', args: () => [NOBODY] },
  readProfile: { needs: 'editProfile', args: () => [] },
  saveProfile: { needs: 'editProfile', args: () => [{ name: null, timeZone: null }] },
  changePassword: { needs: 'editProfile', args: () => ['not the password', 'another password'] },
  signOutElsewhere: { needs: 'editProfile', args: () => [] },
};

/** What gives nothing away, asks by itself, or is only used by functions that have asked. */
const unguarded = new Set([
  // The role it needs is that of the attempt: see paying.test.ts.
  'resolveAttemptManually',
  // It yields nothing to who may not: see activity.test.ts.
  'streamActivity',
  'serviceNow',
  'isSandbox',
  'isUnresponsive',
  'readPaymentReturn',
  // For guests, whose permission is the link, and its password: see shared.test.ts.
  'lookUpShareUrl',
  'confirmGuestAccess',
  'readWhilePending',
  'countGuestVisit',
  'checkGuestAccess',
  'setUnlockedCookie',
  'readGuestReview',
  'readGuestReviewFile',
  'unlockGuestReview',
  'recordGuestDecision',
  'recordGuestVisit',
  // The link is the right: see joining.test.ts.
  'readInvitation',
  'acceptInvitation',
  'becomeFirstAdmin',
  'sendsInvitationEmails',
  'isLiveInvitation',
  'authorize',
  'performMemberAttempt',
  'readAuthorized',
  'recordChange',
  'saveAndReadBack',
  'refuseInvalidInput',
  'rememberImageUrls',
  'recallImageUrls',
  'parseThumbnailWidth',
  'templateVersion',
  'isInvoiced',
]);

const functions = Object.values(modules).flatMap((module) =>
  Object.entries(module).filter((entry): entry is [string, (...args: unknown[]) => Promise<unknown>] => {
    return typeof entry[1] === 'function';
  }),
);

const harness = setUpHarness();
let nextId = 1;
beforeEach(() => {
  harness.service.requests.length = 0;
});

it('every function of lib/data is in this matrix, or known to need no member', () => {
  const known = new Set([...Object.keys(guarded), ...unguarded]);
  expect(functions.map(([name]) => name).filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => !functions.some(([other]) => other === name))).toEqual([]);
});

/** A refusal in one of its forms: the failure, or nothing at all. */
function isRefusal(answer: unknown): boolean {
  if (answer instanceof Map) return answer.size === 0;
  if (Array.isArray(answer)) return answer.length === 0;
  if (answer === false) return true;
  return JSON.stringify(answer) === '{"ok":false,"failure":{"kind":"forbidden"}}';
}

describe.each(['nobody', ...ROLES] as const)('%s', (who) => {
  const guardedFunctions = functions.filter(([name]) => guarded[name]);
  // A session each: some of these end those that there are.
  const as = async (): Promise<RunAs> => {
    const member = await findMemberByEmail(await store(), `${who}@mailroom.test`);
    return member ? asMember(member) : signedOut;
  };

  it.each(guardedFunctions)('%s', async (name, run) => {
    const { needs, args } = guarded[name] ?? { needs: 'listCampaigns', args: () => [] };
    const may = who !== 'nobody' && isAllowed(who, needs);
    const campaign = addCampaign(harness.service, { id: nextId++, paid: 0 });
    const ask = await as();
    const answer = await ask(() => run(...args(campaign.id)));
    if (may) expect(JSON.stringify(answer) ?? '').not.toContain('forbidden');
    else {
      expect(isRefusal(answer), JSON.stringify(answer)).toBe(true);
      expect(harness.service.requests).toEqual([]);
    }
  });
});

describe('the permissions table', () => {
  it('lets viewers read and nothing else', () => {
    const viewers = operationNames.filter((name) => isAllowed('viewer', name));
    expect(viewers.filter((name) => operations[name].method !== 'GET')).toEqual(['previewTemplate']);
  });

  it('lets senders pay, send, cancel and clone besides, and admins everything', () => {
    const may = (role: Role) => operationNames.filter((name) => isAllowed(role, name));
    expect(
      may('sender')
        .filter((name) => !isAllowed('viewer', name))
        .sort(),
    ).toEqual([
      'cancelCampaign',
      'cancelCustomerCampaign',
      'cloneCampaign',
      'payAndSendCampaign',
      'payCampaign',
      'payCustomerCampaign',
      'sendCampaign',
      'sendCampaignOnInvoice',
    ]);
    expect(may('admin')).toEqual(operationNames);
  });
});
