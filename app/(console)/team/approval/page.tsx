import type { Metadata } from 'next';
import { forbidden } from 'next/navigation';
import { ApprovalSetting } from '#components/shares/approval-setting.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { mayRun } from '#lib/auth/roles.ts';
import { requireMember } from '#lib/auth/session.ts';
import { isApprovalRequired } from '#lib/data/approval.ts';
import { approvalAction } from './actions.ts';

export const metadata: Metadata = { title: 'Approvals' };

export default async function Page() {
  const { role } = await requireMember();
  if (!mayRun(role, 'manageTeam')) forbidden();
  const required = await isApprovalRequired();
  return (
    <div className="max-w-2xl">
      <PageHead title="Approvals" />
      <ApprovalSetting isRequired={required.ok && required.value} action={approvalAction} />
    </div>
  );
}
