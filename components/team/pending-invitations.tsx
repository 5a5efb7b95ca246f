import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { Card } from '#components/ui/card.tsx';
import { type DateSettings, formatMoment } from '#lib/format/dates.ts';
import { sentenceCase } from '#lib/format/text.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { InvitationLinkResult } from './invitation-link-result.tsx';

interface PendingInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly by: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly isExpired: boolean;
}

export interface PendingInvitationsProps {
  readonly invitations: readonly PendingInvitation[];
  readonly renewAction: FormAction;
  readonly revokeAction: FormAction;
  /** The state of the form that the admin submitted before confirming their identity. */
  readonly resumedRenewal: FormState;
  readonly dateSettings: DateSettings;
  readonly now: number;
}

/** Lists invitations that haven't been accepted, including expired invitations. */
export function PendingInvitations({ invitations, ...rest }: PendingInvitationsProps) {
  if (invitations.length === 0) return null;
  return (
    <Card title="Invited" id="invited" aside={<Count of={invitations.length} />}>
      <ul className="-mb-1.5">
        {invitations.map((invitation) => (
          // The row's key is the email address, so that a renewed invitation stays in the same row.
          <InvitationItem key={invitation.email} invitation={invitation} {...rest} />
        ))}
      </ul>
    </Card>
  );
}

/** CSS classes for a form's result, which appears below both buttons and is hidden while empty. */
const RESULT = 'order-last basis-full has-[[role=alert]:empty]:hidden';

const Count = ({ of }: { of: number }) => <span className="text-sm text-muted tabular-nums">{of}</span>;

function InvitationItem({
  invitation,
  renewAction,
  revokeAction,
  resumedRenewal,
  dateSettings,
  now,
}: Omit<PendingInvitationsProps, 'invitations'> & { readonly invitation: PendingInvitation }) {
  const { id, email, role, by, createdAt, expiresAt, isExpired } = invitation;
  const until = formatMoment(expiresAt, dateSettings, now);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line py-3">
      <div className="min-w-0 grow basis-60">
        <bdi className="font-[550]">{email}</bdi>
        <p className="text-sm text-muted tabular-nums">
          {sentenceCase(role)} ·{' '}
          <span className={isExpired ? 'text-red' : ''}>{isExpired ? 'expired' : 'expires'}</span> {until}
        </p>
        <p className="text-sm text-muted tabular-nums">
          Invited {formatMoment(createdAt, dateSettings, now)}
          {by !== null && (
            <>
              {' '}
              by <bdi>{by}</bdi>
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ActionForm
          action={renewAction}
          hidden={{ id }}
          initialState={resumedRenewal.values?.id === id ? resumedRenewal : undefined}
          className="contents"
        >
          <SubmitButton kind="plain" className="text-sm">
            Renew link<span className="sr-only"> for {email}</span>
          </SubmitButton>
          <div className={`grid gap-2 ${RESULT}`}>
            <InvitationLinkResult />
          </div>
        </ActionForm>
        <ActionForm action={revokeAction} hidden={{ id }} className="contents">
          <SubmitButton kind="quiet" className="text-sm">
            Revoke<span className="sr-only"> the invitation for {email}</span>
          </SubmitButton>
          <div className={RESULT}>
            <FormMessage />
          </div>
        </ActionForm>
      </div>
    </li>
  );
}
