/**
 * Lists every function in lib/data, and the permission that the function needs. tests/console/roles.test.ts
 * calls the functions.
 */
import { GUEST_APPROVALS } from '#lib/domain/index-filter.ts';
import type { Permission } from '#lib/domain/permissions.ts';
import { WORKLISTS } from '#lib/domain/worklist.ts';
import { ORIGIN } from './settings.ts';

const agreed = {
  sender_copy: false,
  to_be_paid: '$10.00',
  price: '$10.00',
  credit: '$0.00',
  already_paid: '$0.00',
};

/** An ID that doesn't belong to any member or invitation. */
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** The number of a payment run that doesn't exist. */
const UNKNOWN_RUN = 999_999;

/** A request for a list of all campaigns. */
const listRequest = { filters: {}, indexFilter: {}, customers: [], templates: [], sort: undefined };

/** A request for the spending on all campaigns in one month. */
const spendingRequest = {
  months: [{ index: 2026 * 12, from: Date.UTC(2026, 0), to: Date.UTC(2026, 1) }],
  customer: undefined,
  template: undefined,
  grouping: 'customer',
  currency: undefined,
};

const worklistRequests = {
  lists: Object.fromEntries(WORKLISTS.map((name) => [name, listRequest])),
  oldDrafts: listRequest,
  guests: Object.fromEntries(GUEST_APPROVALS.map((guestState) => [guestState, listRequest])),
  days: [{ start: 0, end: 86_400_000 }],
};

interface GuardedFunction {
  readonly needs: Permission;
  /** Returns valid arguments. Most functions take the id of a campaign. */
  readonly args: (id: number) => unknown[];
}

/** The functions that check a permission. */
export const GUARDED_FUNCTIONS: Record<string, GuardedFunction> = {
  authorizeAccount: { needs: 'editProfile', args: () => [] },
  authorizeRecentAccount: { needs: 'editProfile', args: () => [] },
  authorizeRecently: { needs: 'editProfile', args: () => ['editProfile'] },
  listCampaigns: { needs: 'listCampaigns', args: () => [{}] },
  readCampaignList: { needs: 'listCampaigns', args: () => [listRequest, { page: 1, perPage: 10 }] },
  exportCampaigns: { needs: 'listCampaigns', args: () => [listRequest, 'none'] },
  readCalendar: { needs: 'listCampaigns', args: () => [listRequest, [], 3] },
  listOwnCalendarFeeds: { needs: 'editProfile', args: () => [] },
  createOwnCalendarFeed: { needs: 'editProfile', args: (id) => [{ name: `${id}`, customerId: null }] },
  replaceOwnCalendarFeed: { needs: 'editProfile', args: () => [UNKNOWN_ID] },
  deleteOwnCalendarFeed: { needs: 'editProfile', args: () => [UNKNOWN_ID] },
  findListedIds: { needs: 'listCampaigns', args: () => [listRequest] },
  createJob: {
    needs: 'cloneCampaign',
    args: (id) => [{ selection: { kind: 'ids', ids: [id] }, action: { kind: 'copy' } }],
  },
  startJob: { needs: 'listCampaigns', args: (id) => [id, { checkedAt: 0 }] },
  stopJob: { needs: 'listCampaigns', args: (id) => [id] },
  recheckJob: { needs: 'listCampaigns', args: (id) => [id] },
  discardJobReview: { needs: 'listCampaigns', args: (id) => [id] },
  resumeJob: { needs: 'listCampaigns', args: (id) => [id] },
  retryRefused: { needs: 'listCampaigns', args: (id) => [id] },
  readJob: { needs: 'listCampaigns', args: (id) => [id] },
  readJobSummary: { needs: 'listCampaigns', args: (id) => [id] },
  listJobItems: { needs: 'listCampaigns', args: (id) => [id, {}, { page: 1, perPage: 10 }] },
  listLeftOut: { needs: 'listCampaigns', args: (id) => [id, 10] },
  listJobs: { needs: 'listCampaigns', args: () => [{ page: 1, perPage: 10 }] },
  exportJob: { needs: 'listCampaigns', args: (id) => [id] },
  listItemsByAddress: { needs: 'listCampaigns', args: (id) => [id, 10] },
  requestApprovalInJob: {
    needs: 'sendCampaign',
    args: (id) => [id, null, { jobId: 1, attemptKey: UNKNOWN_ID }],
  },
  shareWithCustomer: {
    needs: 'shareCampaign',
    args: (id) => [
      id,
      { days: 1, visibleParts: { price: false, recipients: false, metadata: false }, guestsDecide: true },
      'customer-7@example.com',
      UNKNOWN_ID,
    ],
  },
  labelCampaign: { needs: 'editTitleAndNote', args: (id) => [id, { title: 'a' }] },
  readSpending: { needs: 'listCampaigns', args: () => [spendingRequest] },
  exportSpending: { needs: 'listCampaigns', args: () => [spendingRequest, 'none'] },
  readIndexedCustomers: {
    needs: 'listCustomers',
    args: () => [{ words: undefined, sort: { key: 'email', direction: 'asc' }, page: 1, perPage: 10 }],
  },
  readWorklists: { needs: 'listCampaigns', args: () => [worklistRequests] },
  describeLive: { needs: 'viewShareLinks', args: (id) => [[{ id, status: 'draft', highestTotal: null }]] },
  suggestNames: { needs: 'listCustomers', args: () => ['customer', 'office'] },
  searchAll: { needs: 'listCampaigns', args: () => ['winter'] },
  exportSelectedCampaigns: { needs: 'listCampaigns', args: (id) => [[id]] },
  readSelection: { needs: 'listCampaigns', args: (id) => [{ kind: 'ids', ids: [id] }] },
  readHealth: { needs: 'manageTeam', args: () => [] },
  countNewNotifications: { needs: 'editProfile', args: () => [] },
  listOwnNotifications: { needs: 'editProfile', args: () => [1, 10] },
  openNotification: { needs: 'editProfile', args: () => [UNKNOWN_ID, 0] },
  markNotificationsRead: { needs: 'editProfile', args: () => ['all', 0] },
  readOwnNotificationSettings: { needs: 'editProfile', args: () => [] },
  saveNotificationSettings: {
    needs: 'editProfile',
    args: () => [{ emails: {}, digestMinute: 480, zone: null }],
  },
  requestApproval: { needs: 'sendCampaign', args: (id) => [id, null] },
  readListView: { needs: 'listCampaigns', args: () => [] },
  listSavedViews: { needs: 'saveViews', args: () => [] },
  createView: { needs: 'saveTeamViews', args: (id) => [{ name: `View ${id}`, query: '', isTeam: true }] },
  renameView: { needs: 'saveViews', args: () => [UNKNOWN_ID, 'a', 0] },
  replaceView: { needs: 'saveViews', args: () => [UNKNOWN_ID, '', 0] },
  deleteView: { needs: 'saveViews', args: () => [UNKNOWN_ID] },
  saveStartView: { needs: 'saveViews', args: () => [null] },
  readTitlesAndNotes: { needs: 'viewTitlesAndNotes', args: (id) => [[id]] },
  saveTitleAndNote: { needs: 'editTitleAndNote', args: (id) => [id, { title: 'a', note: null }, 0] },
  saveListView: { needs: 'editProfile', args: () => [null] },
  countCampaigns: { needs: 'listCampaigns', args: () => [{}] },
  findKnownDrafts: { needs: 'listCampaigns', args: () => [10] },
  getCampaign: { needs: 'getCampaign', args: (id) => [id] },
  readStoredCampaign: { needs: 'getCampaign', args: (id) => [id] },
  getCustomerCampaign: { needs: 'getCustomerCampaign', args: (id) => [7, id] },
  readLiveCampaign: { needs: 'getCampaign', args: (id) => [id] },
  readCheckout: { needs: 'checkOutCampaign', args: (id) => [id] },
  readLiveCheckout: { needs: 'payCampaign', args: (id) => [id] },
  readCampaignThumbnail: { needs: 'getCampaign', args: (id) => [id, 0, 160] },
  readCampaignProof: { needs: 'getCampaign', args: (id) => [id] },
  checkCampaignFile: { needs: 'getCampaign', args: (id) => [id, 'proof'] },
  listTemplateNames: { needs: 'listTemplates', args: () => [] },
  listCustomerEmails: { needs: 'listCustomers', args: () => [] },
  findCampaignOwner: { needs: 'getCustomerCampaign', args: (id) => [id] },
  findCampaignOwners: { needs: 'getCustomerCampaign', args: (id) => [[id]] },
  listAttempts: { needs: 'getCampaign', args: (id) => [id] },
  listActivity: { needs: 'listCampaigns', args: () => [{}] },
  listActivityMembers: { needs: 'listCampaigns', args: () => [] },
  findRecentChange: { needs: 'listCampaigns', args: () => [{ customerId: 7 }] },
  recheckAttempts: { needs: 'getCampaign', args: (id) => [id] },
  listOpenAttempts: { needs: 'listCampaigns', args: () => [] },
  listUnscheduled: { needs: 'listCampaigns', args: () => [] },
  startPayment: { needs: 'payCampaign', args: (id) => [id, { agreed }] },
  payAndSendCampaign: {
    needs: 'payAndSendCampaign',
    args: (id) => [id, { agreed, send_copy_to_sender: false, email: 'a@b.example' }],
  },
  sendCampaign: { needs: 'sendCampaign', args: (id) => [id, {}] },
  dismissUnscheduled: { needs: 'sendCampaign', args: (id) => [id, UNKNOWN_ID] },
  cancelCampaign: { needs: 'cancelCampaign', args: (id) => [id] },
  rescheduleCampaign: {
    needs: 'rescheduleCampaign',
    args: (id) => [id, { sendAt: new Date(Date.now() + 86_400_000).toISOString() }],
  },
  cloneCampaign: { needs: 'cloneCampaign', args: (id) => [id] },
  deleteFreshCopy: { needs: 'undoCopy', args: (id) => [id + 1, id] },
  deleteCampaign: { needs: 'deleteCampaign', args: (id) => [id] },
  startPaymentViaProxy: {
    needs: 'payCampaign',
    args: (id) => [{ id, redirect_uri: `${ORIGIN}/` }],
  },
  payAndSendCampaignViaProxy: { needs: 'payAndSendCampaign', args: (id) => [{ id, email: 'a@b.example' }] },
  sendCampaignOnInvoiceViaProxy: { needs: 'sendCampaignOnInvoice', args: (id) => [{ id: String(id) }] },
  runOperation: { needs: 'checkOutCampaign', args: (id) => ['checkOutCampaign', { id }] },
  sendCampaignOnInvoice: { needs: 'sendCampaignOnInvoice', args: (id) => [id, { agreed }] },
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
  findMissingApproval: { needs: 'viewShareLinks', args: (id) => [{ id }, undefined] },
  recordMemberDecision: {
    needs: 'approve',
    args: (id) => [id, { decision: 'approved', fingerprint: 'outdated' }],
  },
  listRecentDecisions: { needs: 'viewShareLinks', args: () => [] },
  createCampaignShareLink: {
    needs: 'shareCampaign',
    args: (id) => [
      id,
      {
        label: 'a',
        days: 1,
        visibleParts: { price: false, recipients: false, metadata: false },
        guestsDecide: true,
      },
    ],
  },
  readCampaignShareLink: { needs: 'shareCampaign', args: (id) => [{ id }, crypto.randomUUID()] },
  revokeCampaignShareLink: { needs: 'shareCampaign', args: (id) => [id, crypto.randomUUID()] },
  readIndexState: { needs: 'manageTeam', args: () => [] },
  rebuildIndex: { needs: 'manageTeam', args: () => [] },
  readApprovalRule: { needs: 'viewShareLinks', args: () => [] },
  saveApprovalRule: { needs: 'manageTeam', args: () => [{ rule: 'none', minimum: null }] },
  listTeam: { needs: 'manageTeam', args: () => [] },
  readTeamMember: { needs: 'manageTeam', args: () => [UNKNOWN_ID] },
  changeMember: { needs: 'manageTeam', args: () => [UNKNOWN_ID, 'viewer'] },
  listInvitations: { needs: 'manageTeam', args: () => [] },
  inviteMember: { needs: 'manageTeam', args: (id) => [`new-${id}@mailroom.test`, 'viewer'] },
  renewInvitation: { needs: 'manageTeam', args: () => [UNKNOWN_ID] },
  revokeInvitation: { needs: 'manageTeam', args: () => [UNKNOWN_ID] },
  readProfile: { needs: 'editProfile', args: () => [] },
  saveProfile: { needs: 'editProfile', args: () => [{ name: null, timeZone: null, dateLocale: null }] },
  changePassword: { needs: 'editProfile', args: () => ['not the password', 'another password'] },
  readOwnFactors: { needs: 'editProfile', args: () => [] },
  startAppSetup: { needs: 'editProfile', args: () => [] },
  readAppSetup: { needs: 'editProfile', args: () => [] },
  finishAppSetup: { needs: 'editProfile', args: () => ['000000'] },
  startPasskeySetup: { needs: 'editProfile', args: () => [] },
  finishPasskeySetup: { needs: 'editProfile', args: () => ['{}'] },
  removeOwnFactor: { needs: 'editProfile', args: () => [null] },
  replaceOwnCodes: { needs: 'editProfile', args: () => [] },
  readConfirmationMethods: { needs: 'editProfile', args: () => [] },
  confirmWithPassword: { needs: 'editProfile', args: () => ['not the password'] },
  confirmWithCode: { needs: 'editProfile', args: () => ['000000'] },
  requestOwnPasskey: { needs: 'editProfile', args: () => [] },
  confirmWithPasskey: { needs: 'editProfile', args: () => ['{}'] },
  readSecondFactorRule: { needs: 'manageTeam', args: () => [] },
  saveSecondFactorRule: { needs: 'manageTeam', args: () => ['none'] },
  listOwnSessions: { needs: 'editProfile', args: () => [] },
  endOwnSession: { needs: 'editProfile', args: () => [UNKNOWN_ID] },
  signOutElsewhere: { needs: 'editProfile', args: () => [] },
  listOwnApiTokens: { needs: 'editProfile', args: () => [] },
  listMemberApiTokens: { needs: 'manageTeam', args: () => [UNKNOWN_ID] },
  readApiToken: { needs: 'editProfile', args: () => [UNKNOWN_ID] },
  createOwnApiToken: {
    needs: 'editProfile',
    args: (id) => [{ name: `${id}`, scopes: ['listCampaigns'], customerId: null, addresses: [], days: 1 }],
  },
  revokeVisibleApiToken: { needs: 'editProfile', args: () => [UNKNOWN_ID] },
  findRunCandidates: { needs: 'payCampaign', args: (id) => [{ kind: 'ids', ids: [id] }] },
  createPaymentRun: { needs: 'payCampaign', args: (id) => [[id], null] },
  listPaymentRuns: { needs: 'listCampaigns', args: () => [{ page: 1, perPage: 10 }] },
  listOpenRuns: { needs: 'payCampaign', args: () => [] },
  findScheduledRun: { needs: 'payCampaign', args: (id) => [id] },
  readPaymentRun: { needs: 'listCampaigns', args: () => [UNKNOWN_RUN] },
  exportPaymentRun: { needs: 'listCampaigns', args: () => [UNKNOWN_RUN] },
  readRunTurn: { needs: 'listCampaigns', args: () => [UNKNOWN_RUN] },
  readRunProgress: { needs: 'listCampaigns', args: () => [UNKNOWN_RUN] },
  findOwnRunOfAttempt: { needs: 'payCampaign', args: () => [UNKNOWN_ID] },
  payInRun: { needs: 'payCampaign', args: (id) => [UNKNOWN_RUN, id, agreed] },
  skipInRun: { needs: 'payCampaign', args: (id) => [UNKNOWN_RUN, id] },
  stopPaymentRun: { needs: 'payCampaign', args: () => [UNKNOWN_RUN] },
  resumePaymentRun: { needs: 'payCampaign', args: () => [UNKNOWN_RUN] },
  takeOverPaymentRun: { needs: 'payCampaign', args: () => [UNKNOWN_RUN] },
  saveRunSendDate: { needs: 'payCampaign', args: () => [UNKNOWN_RUN, null] },
  runForCustomer: { needs: 'listCustomers', args: () => ['listCustomers', 7, {}, () => undefined] },
};

/** Functions that don't need permission, check access in another way, or run only after a check. */
export const UNGUARDED_FUNCTIONS = new Set([
  'serviceNow',
  // Only describe the requested action and the job's cost. The callers check the permission.
  'findActionProblem',
  'readNumberToType',
  'isSandbox',
  'guestCodeLimits',
  'isUnresponsive',
  'isDatabaseOutage',
  'requireDatabase',
  'readPaymentReturn',
  'sendsInvitationEmails',
  'canEmailCustomers',
  // Contains only reasons that follow from settings.
  'readUnavailableJobs',
  'authorize',
  'performMemberAttempt',
  'readAuthorized',
  'recordOperation',
  'resolveFilter',
  // Looks up the names in filters. The callers check the permission.
  'findFilterNames',
  // Requires the token in a feed's URL instead of a role. See calendar-feed.test.ts.
  'readCalendarFeed',
  'saveAndReadBack',
  'refuseInvalidInput',
  // Only makes the sync read campaigns again. The callers check the permission.
  'refreshShownCampaigns',
  'rememberImageUrls',
  'recallImageUrls',
  'parseThumbnailWidth',
  'templateVersion',
  'isInvoiced',
  'readCardEntry',
  'restrictCustomers',
  'toComparableCampaign',
  // Checks the operation's permission, but returns more than an outcome. See idempotency.test.ts.
  'runOperationOnce',
  // Checks the permission for the attempted operation. See pay-and-send.test.ts.
  'resolveAttemptManually',
  // Checks the permission for the operation that the reading contradicts. See stale-readings.test.ts.
  'acceptReading',
  // Finds nothing for non-members. See stale-readings.test.ts.
  'findStaleReading',
  // Yields no entries to members without permission. See activity.test.ts.
  'streamActivity',
  // The following functions require a share link and its password instead of a role.
  // For their tests, see guest-review.test.ts.
  'lookUpShareUrl',
  'confirmGuestAccess',
  'readWhilePending',
  'countGuestVisit',
  'guestEvent',
  'guestNetwork',
  'checkGuestAccess',
  'rememberUnlocked',
  'isUnlocked',
  'findShareDevice',
  'readGuestBrowser',
  'identifyGuestBrowser',
  'canVerifyGuests',
  'sendGuestCode',
  'confirmGuestAddress',
  'readGuestReview',
  'readGuestReviewFile',
  'checkGuestReviewFile',
  'unlockGuestReview',
  'recordGuestDecision',
  'recordGuestVisit',
  // The following functions run before a session starts or after a check. See second-factor-sign-in.test.ts.
  'readSignInFactors',
  'finishWithCode',
  'requestFactorPasskey',
  'finishWithPasskey',
  'canSignInWithPasskey',
  'requestSignInPasskey',
  'signInWithPasskey',
  'requestPasskey',
  'checkPasskeyAnswer',
  // The following functions require an invitation link instead of a role. See accepting-invitations.test.ts.
  'readInvitation',
  'acceptInvitation',
  'becomeFirstAdmin',
  'isLiveInvitation',
]);
