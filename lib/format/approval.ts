/** Text about approvals that a campaign still needs before it can be paid for or sent. */
import type { MissingApproval } from '#lib/domain/approval-rule.ts';

/** For each missing approval, the end of the sentence "This campaign can't be paid for or sent until …". */
const CONDITIONS: Readonly<Record<MissingApproval, string>> = {
  guest: 'a verified guest approves the proof',
  member: 'another member approves the proof',
  both: 'a verified guest and another member approve the proof',
};

export const describeMissingApproval = (missing: MissingApproval): string =>
  `This campaign can’t be paid for or sent until ${CONDITIONS[missing]}.`;
