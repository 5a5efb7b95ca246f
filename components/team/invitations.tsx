import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit.tsx';
import { Card } from '#components/ui/card.tsx';
import { formatMoment } from '#lib/format/dates.ts';
import { sentenceCase } from '#lib/format/text.ts';
import { NewLink } from './new-link.tsx';

interface Waiting {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly by: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly isOver: boolean;
}

export interface InvitationsProps {
  readonly invitations: readonly Waiting[];
  readonly renew: FormAction;
  readonly withdraw: FormAction;
  readonly zone: string;
  readonly now: number;
}

/** Who was invited and hasn't come yet. */
export function Invitations({ invitations, ...rest }: InvitationsProps) {
  if (invitations.length === 0) return null;
  return (
    <Card title="Invited" id="invited" aside={<Count of={invitations.length} />}>
      <ul className="-mb-1.5">
        {invitations.map((invitation) => (
          // By address, so that what is told of a new link stays with it although the invitation is another one.
          <Entry key={invitation.email} invitation={invitation} {...rest} />
        ))}
      </ul>
    </Card>
  );
}

/** Below both buttons, once there is something to say. */
const ASIDE = 'order-last basis-full has-[[role=alert]:empty]:hidden';

const Count = ({ of }: { of: number }) => <span className="text-sm text-muted tabular-nums">{of}</span>;

function Entry({
  invitation,
  renew,
  withdraw,
  zone,
  now,
}: Omit<InvitationsProps, 'invitations'> & { readonly invitation: Waiting }) {
  const { id, email, role, by, createdAt, expiresAt, isOver } = invitation;
  const until = formatMoment(expiresAt, zone, now);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line py-3">
      <div className="min-w-0 grow basis-60">
        <bdi className="font-[550]">{email}</bdi>
        <p className="text-sm text-muted tabular-nums">
          {sentenceCase(role)} ·{' '}
          <span className={isOver ? 'text-red' : ''}>{isOver ? 'expired' : 'expires'}</span> {until}
        </p>
        <p className="text-sm text-muted tabular-nums">
          Invited {formatMoment(createdAt, zone, now)}
          {by !== null && (
            <>
              {' '}
              by <bdi>{by}</bdi>
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ActionForm action={renew} hidden={{ id }} className="contents">
          <SubmitButton kind="plain" className="text-sm">
            Renew link<span className="sr-only"> for {email}</span>
          </SubmitButton>
          <div className={`grid gap-2 ${ASIDE}`}>
            <NewLink />
          </div>
        </ActionForm>
        <ActionForm action={withdraw} hidden={{ id }} className="contents">
          <SubmitButton kind="quiet" className="text-sm">
            Withdraw<span className="sr-only"> the invitation for {email}</span>
          </SubmitButton>
          <div className={ASIDE}>
            <FormMessage />
          </div>
        </ActionForm>
      </div>
    </li>
  );
}
