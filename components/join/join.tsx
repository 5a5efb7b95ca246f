import type { ReactNode } from 'react';
import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { EmailField } from '#components/forms/email-field.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Note } from '#components/ui/note.tsx';
import { formatFull } from '#lib/format/dates.ts';
import { aRole, ROLE_MAY, ROLE_NAMES } from '#lib/format/team.ts';

interface JoinProps {
  readonly invitation: {
    readonly email: string | null;
    readonly role: string;
    readonly by: string | null;
    readonly expiresAt: number;
    readonly isMember: boolean;
    readonly signedInAs: string | null;
    readonly provider: string | null;
  };
  /** Sent along with the forms, to nobody else. */
  readonly seal: string;
  readonly actions: Readonly<Record<'join' | 'become' | 'leave', FormAction>>;
  readonly zone: string;
}

/** Who invites to what, and the one thing to do about it. */
export function Join(props: JoinProps) {
  const { invitation, zone } = props;
  const { email, expiresAt } = invitation;
  return (
    <>
      <h1 className="text-center">{email === null ? 'Set up Mailroom' : 'Join the team'}</h1>
      <div className="mt-2 mb-5 text-center text-muted text-pretty">
        <Why {...invitation} />
        <p className="mt-1 text-sm tabular-nums">Expires {formatFull(expiresAt, zone)}</p>
      </div>
      <Answer {...props} />
    </>
  );
}

function Why({ email, role, by }: JoinProps['invitation']) {
  if (email === null)
    return <p>This console has no admin yet. Become the first admin, then invite your team.</p>;
  const may = ROLE_NAMES.find((name) => name === role);
  return (
    <p>
      <bdi className="font-[550] text-ink">{by}</bdi> invited you to Mailroom as {aRole(role)}
      {may !== undefined && `. You can ${ROLE_MAY[may]}`}.
    </p>
  );
}

function Answer({ invitation, seal, actions }: JoinProps) {
  const { email, isMember, signedInAs, provider } = invitation;
  if (isMember) return <Member signedIn={signedInAs === email} email={email} />;
  if (signedInAs !== null)
    return email === null ? (
      <SignedIn seal={seal} action={actions.become} button="Become the first admin">
        <Note title="You’re already a member">
          You’re signed in as <bdi className="font-semibold">{signedInAs}</bdi>. This account becomes the
          admin.
        </Note>
      </SignedIn>
    ) : (
      <SignedIn seal={seal} action={actions.leave} button="Sign out and continue">
        <Note tone="amber" title="You’re signed in with another account">
          You’re signed in as <bdi className="font-semibold">{signedInAs}</bdi>, but the invitation is for{' '}
          <bdi className="font-semibold">{email}</bdi>. If that isn’t you, send them the link without using
          it.
        </Note>
      </SignedIn>
    );
  if (provider !== null) return <ByProvider provider={provider} email={email} />;
  return (
    <ActionForm action={actions.join} hidden={{ seal }} className="grid gap-4">
      <Field name="name" label="Your name" autoComplete="name" maxLength={100} required />
      {email === null ? (
        <EmailField label="Email" autoComplete="username" />
      ) : (
        <div>
          <p className="mb-1 font-[550]">Email</p>
          <p>
            <bdi>{email}</bdi>
          </p>
          <input type="text" autoComplete="username" value={email} readOnly hidden />
        </div>
      )}
      <Field
        name="password"
        label="Password"
        hint="At least 8 characters."
        type="password"
        autoComplete="new-password"
        maxLength={200}
        required
      />
      <FormMessage />
      <SubmitButton className="mt-1 py-2.75">{email === null ? 'Become the first admin' : 'Join team'}</SubmitButton>
    </ActionForm>
  );
}

function Member({ signedIn, email }: { signedIn: boolean; email: string | null }) {
  return (
    <div className="grid gap-4">
      <Note>
        <bdi>{email}</bdi> is already a member, so this invitation is no longer needed.
      </Note>
      <a href={signedIn ? '/' : '/login'} className={buttonClass('primary', 'py-2.75')}>
        {signedIn ? 'Go to overview' : 'Sign in'}
      </a>
    </div>
  );
}

interface SignedInProps {
  readonly seal: string;
  readonly action: FormAction;
  readonly button: string;
  readonly children: ReactNode;
}

/** For a browser that is signed in: nothing is left to fill in. */
function SignedIn({ seal, action, button, children }: SignedInProps) {
  return (
    <ActionForm action={action} hidden={{ seal }} className="grid gap-4">
      {children}
      <FormMessage />
      <SubmitButton className="py-2.75">{button}</SubmitButton>
      <a href="/" className={buttonClass('quiet')}>
        Go to overview
      </a>
    </ActionForm>
  );
}

function ByProvider({ provider, email }: { provider: string; email: string | null }) {
  return (
    <div className="grid gap-4">
      <Note>
        Sign in with {provider} as <bdi className="font-semibold">{email}</bdi> to accept the invitation.
      </Note>
      <a href="/login" className={buttonClass('primary', 'py-2.75')}>
        Go to sign-in
      </a>
    </div>
  );
}
