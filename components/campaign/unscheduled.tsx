import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { Note } from '#components/ui/note.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { ScheduleAgain } from '#lib/domain/reschedule.ts';
import { formatMomentInFull } from '#lib/format/campaign.ts';
import { type DateSettings, formatMoment, formatWithUtc } from '#lib/format/dates.ts';
import { UNSCHEDULED_REASONS } from '#lib/format/reschedule.ts';

interface UnscheduledNoteProps {
  readonly attempt: Attempt;
  /** Undefined if the member's role doesn't allow scheduling the campaign. */
  readonly dismissAction: FormAction | undefined;
  readonly dateSettings: DateSettings;
  readonly now: number;
}

/** Says that a reschedule canceled the campaign and didn't schedule it again, and gives the reason. */
export function UnscheduledNote({ attempt, dismissAction, dateSettings, now }: UnscheduledNoteProps) {
  const { id, campaignId, by, before, settledAt, reschedule } = attempt;
  const time = (at: string | null | undefined) => formatMomentInFull(at ?? undefined, dateSettings);
  return (
    <Note tone="red" title="Not scheduled: sending was canceled" role="alert">
      <p>
        <bdi>{by}</bdi> moved this campaign from {time(before?.scheduledAt)} to {time(reschedule?.sendAt)}.
        Sending was canceled {formatMoment(settledAt ?? undefined, dateSettings, now)}, but the campaign
        wasn’t scheduled again.
      </p>
      {reschedule?.reason !== undefined && <p>{UNSCHEDULED_REASONS[reschedule.reason]}</p>}
      <strong className="block font-semibold">It won’t be mailed until you schedule it.</strong>
      {dismissAction && (
        <ActionForm
          action={dismissAction}
          hidden={{ id: campaignId, attempt: id }}
          className="mt-2 grid justify-items-start gap-2"
        >
          <FormMessage />
          <SubmitButton kind="plain">Dismiss for everyone</SubmitButton>
        </ActionForm>
      )}
    </Note>
  );
}

interface ScheduleAgainFormProps {
  readonly campaignId: number;
  readonly again: ScheduleAgain;
  readonly label: string;
  readonly kind: 'primary' | 'plain';
  readonly action: FormAction;
}

/** A button that schedules a draft for a given time. */
function ScheduleAgainForm({ campaignId, again, label, kind, action }: ScheduleAgainFormProps) {
  const { date, billed } = again;
  return (
    <ActionForm action={action} hidden={{ id: campaignId, date, ...billed }} className="grid gap-2">
      <FormMessage />
      <SubmitButton kind={kind} className="py-2.75">
        {label}
      </SubmitButton>
    </ActionForm>
  );
}

interface ScheduleAgainCardProps {
  readonly campaignId: number;
  /** Undefined if the time is no longer allowed, or if the campaign can't be sent in the same way as before. */
  readonly again: ScheduleAgain | undefined;
  /** The page on which the member can choose another time. */
  readonly path: 'checkout' | 'send';
  readonly action: FormAction;
  readonly dateSettings: DateSettings;
}

/** Offers to schedule a campaign that a reschedule left unscheduled. */
export function ScheduleAgainCard({ campaignId, again, path, action, dateSettings }: ScheduleAgainCardProps) {
  return (
    <Card title="Not scheduled">
      {again ? (
        <div className="grid gap-2">
          <p className="text-muted">{formatWithUtc(Date.parse(again.date), dateSettings)}</p>
          {again.billed && (
            <p className="text-muted">
              You’ll be billed {again.total === undefined ? '' : `${again.total} `}on the monthly invoice.
            </p>
          )}
          <ScheduleAgainForm
            campaignId={campaignId}
            again={again}
            label="Schedule at this time"
            kind="primary"
            action={action}
          />
          <PageLink href={`/campaigns/${campaignId}/${path}`} className={buttonClass('plain')}>
            Choose another time
          </PageLink>
        </div>
      ) : (
        <PageLink
          href={`/campaigns/${campaignId}/${path}`}
          className={buttonClass('primary', 'w-full py-2.75')}
        >
          {path === 'checkout' ? 'Check out' : 'Choose send date'}
        </PageLink>
      )}
    </Card>
  );
}
