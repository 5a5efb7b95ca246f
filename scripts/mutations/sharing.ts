import type { Mutation } from './mutation.ts';

const DECISION_DIGESTS = 'tests/console/decision-digests.test.ts';
const GUEST_CODES = 'tests/console/guest-codes.test.ts';
const OFFBOARDING = 'tests/console/offboarding.test.ts';

export const SHARING_MUTATIONS: readonly Mutation[] = [
  {
    what: 'each decision of a guest sends an email',
    file: 'lib/domain/notification.ts',
    find: 'minutesBetween: 15',
    replace: 'minutesBetween: 0',
    tests: [DECISION_DIGESTS],
  },
  {
    what: 'a decision during the delivery of an email is never reported',
    file: 'lib/store/decision-digests.ts',
    find: '.set(remaining ? ',
    replace: '.set(false ? ',
    tests: [DECISION_DIGESTS],
  },
  {
    what: 'a decision uses a file that was downloaded before the decision',
    file: 'lib/files/file-store.ts',
    find: 'fresh ? refresh(source) :',
    replace: 'false ? refresh(source) :',
    tests: ['tests/console/shared-downloads.test.ts'],
  },
  {
    what: 'guests see an image that is older than the content',
    file: 'lib/data/guest/review.ts',
    find: "side === 'front' ? 0 : 1, url, version)",
    replace: "side === 'front' ? 0 : 1, url)",
    tests: ['tests/console/guest-review.test.ts'],
  },
  {
    what: 'browsers without a code use up the link’s limit on entered codes',
    file: 'lib/data/guest/verification.ts',
    find: "if (decision) limits.push(['guest-code-entry', link.id]);",
    replace: "limits.push(['guest-code-entry', link.id]);",
    tests: [GUEST_CODES],
  },
  {
    what: 'the number of codes entered through one share link is unlimited',
    file: 'lib/data/guest/verification.ts',
    find: "if (decision) limits.push(['guest-code-entry', link.id]);",
    replace: '',
    tests: [GUEST_CODES],
  },
  {
    what: 'the share links of a disabled member stay open',
    file: 'lib/store/revoked-access.ts',
    find: '  disabledAt === null && isAllowed(role, permission);',
    replace: '  isAllowed(role, permission);',
    tests: [OFFBOARDING],
  },
  {
    what: 'a demoted admin loses share links that a sender may have',
    file: 'lib/store/revoked-access.ts',
    find: "const links = hasPermission(member, 'shareCampaign')",
    replace: "const links = hasPermission(member, 'manageTeam')",
    tests: [OFFBOARDING],
  },
  {
    what: 'share links can be transferred to a member who can’t share',
    file: 'lib/store/member-changes.ts',
    find: "transferTo && (await lockMemberWithPermission(tx, transferTo, 'shareCampaign'))",
    replace: 'transferTo && (await findMember(tx, transferTo))',
    tests: [OFFBOARDING],
  },
  {
    what: 'a member who is losing permission can still create a share link',
    file: 'lib/data/share-links.ts',
    find: "if (!(await lockMemberWithPermission(tx, member.value.id, 'shareCampaign')))",
    replace: 'if (!lockMemberWithPermission)',
    tests: [OFFBOARDING],
  },
  {
    what: 'notifications about transferred links still go to the former member',
    file: 'lib/store/revoked-access.ts',
    find: 'if (recipient) await transferDecisionDigests(tx, memberId, links);',
    replace: '',
    tests: [OFFBOARDING],
  },
  {
    what: 'a stranger can use up the codes for a guest’s address',
    file: 'lib/data/guest/code-limits.ts',
    find: "    ['guest-code-from', caller],\n",
    replace: '',
    tests: [GUEST_CODES],
  },
  {
    what: 'an address can get any number of codes in a day',
    file: 'lib/data/guest/code-limits.ts',
    find: "    ['guest-code-day', email],\n",
    replace: '',
    tests: [GUEST_CODES],
  },
  {
    what: 'a browser in which a guest proved the address shares its limit with strangers',
    file: 'lib/data/guest/code-limits.ts',
    find: 'if (provenBrowser !== null) {',
    replace: 'if (provenBrowser === undefined) {',
    tests: [GUEST_CODES],
  },
  {
    what: 'a browser with a decision under an address counts as proof of the address',
    file: 'lib/store/guest-codes.ts',
    find: '        isNotNull(guestDecisions.verifiedAt),\n',
    replace: '',
    tests: [GUEST_CODES],
  },
  {
    what: 'each IPv6 network of one caller has its own limit for codes',
    file: 'lib/data/guest/code-limits.ts',
    find: 'networkOfKey(callerKey) ?? callerKey',
    replace: 'callerKey',
    tests: [GUEST_CODES],
  },
];
