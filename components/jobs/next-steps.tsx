import { Card } from '#components/ui/card.tsx';
import type { JobKind } from '#lib/domain/job.ts';

/** Such as “None of the selected campaigns can be scheduled now”. */
export const PARTICIPLES = {
  schedule: 'scheduled',
  reschedule: 'rescheduled',
  cancel: 'canceled',
  copy: 'copied',
  delete: 'deleted',
  label: 'changed',
  share: 'shared',
  ask_approval: 'sent for approval',
} as const;

/** The values that must not have changed since the review, for each action that checks them. */
const REVIEWED: Partial<Readonly<Record<JobKind, string>>> = {
  schedule: 'price, status, recipients, or approval',
  cancel: 'status, send time, or recipients',
  delete: 'price, status, or recipients',
  reschedule: 'price, status, send time, recipients, or approval',
};

/** What happens to each campaign once the job is started. */
export function NextSteps({ kind }: { kind: JobKind }) {
  const reviewed = REVIEWED[kind];
  return (
    <Card title="What happens next">
      <ul className="grid gap-3 text-sm text-muted">
        {kind === 'share' && <ShareSteps />}
        {kind === 'ask_approval' && <ApprovalSteps />}
        {reviewed !== undefined && (
          <li>
            Each campaign is checked again just before it’s {PARTICIPLES[kind]}. If the {reviewed} have
            changed, we skip it.
          </li>
        )}
        {kind === 'reschedule' && (
          <li>
            Mailroom cancels sending, and then schedules the campaign again. If the second step fails, the
            campaign becomes a draft, the job stops, and Mailroom tells you and your admins.
          </li>
        )}
        <li>
          You can stop at any time
          {kind === 'schedule' && ', and cancel a campaign until it goes into production'}
          {kind === 'reschedule' && '. If a campaign was already canceled, it’s still scheduled again'}.
        </li>
        <li>You can close the tab. The job keeps running.</li>
      </ul>
    </Card>
  );
}

function ApprovalSteps() {
  return (
    <>
      <li>
        Each draft is read again just before the request is recorded. If it no longer needs approval, it’s
        refused.
      </li>
      <li>When the job ends or stops, the other members who can approve get one email about all drafts.</li>
    </>
  );
}

function ShareSteps() {
  return (
    <>
      <li>
        Each customer’s address is read again just before the email is sent. If it has changed, the campaign
        is refused, and no email is sent.
      </li>
      <li>Emails can’t be taken back. You can revoke each link on its campaign’s page.</li>
    </>
  );
}
