/** Says which actions on selected campaigns can't be offered at all, and why. */
import 'server-only';
import { needsMember } from '#lib/domain/approval-rule.ts';
import type { UnavailableKinds } from '#lib/domain/job.ts';
import { EMAIL_OFF, NO_MEMBER_RULE } from '#lib/format/job.ts';
import { readApprovalRule } from './approval.ts';
import { canEmailCustomers } from './customer-sharing.ts';

/** Returns each action that currently can't be applied to any campaign, and the reason. */
export async function readUnavailableJobs(): Promise<UnavailableKinds> {
  const approval = await readApprovalRule();
  return {
    ...(!canEmailCustomers() && { share: EMAIL_OFF }),
    ...(approval.ok && !needsMember(approval.value.rule) && { ask_approval: NO_MEMBER_RULE }),
  };
}
