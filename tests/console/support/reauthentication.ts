/**
 * Says which functions in lib/data require that the member signed in or confirmed their identity in the last
 * ten minutes. Decision 46 has the reasons. tests/console/reauthentication.test.ts checks that every function
 * that checks a permission is in exactly one group.
 */

/** Every call is refused in an old session. */
export const ALWAYS_REQUIRED = [
  'authorizeRecentAccount',
  'authorizeRecently',
  // A new member outlives the session of the admin who sent the invitation.
  'inviteMember',
  'renewInvitation',
  // A factor or a token outlives the session.
  'startAppSetup',
  'readAppSetup',
  'finishAppSetup',
  'startPasskeySetup',
  'finishPasskeySetup',
  'removeOwnFactor',
  'replaceOwnCodes',
  'createOwnApiToken',
] as const;

/** Only calls that widen access or weaken a rule are refused in an old session. */
export const REQUIRED_TO_WIDEN = ['changeMember', 'saveApprovalRule', 'saveSecondFactorRule'] as const;

/** No call is refused because of the session's age. */
export const NEVER_REQUIRED: Readonly<Record<string, readonly string[]>> = {
  'only reads': [
    'authorizeAccount',
    'listCampaigns',
    'countCampaigns',
    'getCampaign',
    'getCustomerCampaign',
    'readLiveCampaign',
    'readCheckout',
    'readLiveCheckout',
    'readCampaignThumbnail',
    'readCampaignProof',
    'checkCampaignFile',
    'listTemplateNames',
    'listCustomerEmails',
    'findCampaignOwners',
    'listAttempts',
    'listActivity',
    'listActivityMembers',
    'findRecentChange',
    'listOpenAttempts',
    'listCustomers',
    'getCustomer',
    'listTemplates',
    'getTemplate',
    'readTemplateNames',
    'renderSavedDesign',
    'previewDesigns',
    'renderDraftDesign',
    'previewTemplate',
    'readCampaignSharing',
    'findMissingApproval',
    'listRecentDecisions',
    'readCampaignShareLink',
    'readApprovalRule',
    'listTeam',
    'readTeamMember',
    'listInvitations',
    'readProfile',
    'readOwnFactors',
    'readConfirmationMethods',
    'readSecondFactorRule',
    'listOwnSessions',
    'listOwnApiTokens',
    'listMemberApiTokens',
    'readApiToken',
    'runForCustomer',
  ],
  'only narrows access': [
    'revokeCampaignShareLink',
    'revokeInvitation',
    'endOwnSession',
    'signOutElsewhere',
    'revokeVisibleApiToken',
  ],
  'confirms the member’s identity itself': [
    'changePassword',
    'confirmWithPassword',
    'confirmWithCode',
    'requestOwnPasskey',
    'confirmWithPasskey',
  ],
  'is work on campaigns, customers, and templates, and changes no member’s access': [
    'recheckAttempts',
    'startPayment',
    'payAndSendCampaign',
    'sendCampaign',
    'cancelCampaign',
    'cloneCampaign',
    'deleteCampaign',
    'startPaymentViaProxy',
    'payAndSendCampaignViaProxy',
    'sendCampaignOnInvoiceViaProxy',
    'runOperation',
    'sendCampaignOnInvoice',
    'updateCustomer',
    'updateTemplate',
    'deleteTemplate',
    'recordMemberDecision',
    'createCampaignShareLink',
  ],
  'changes only how the console appears to the member': ['saveProfile'],
};
