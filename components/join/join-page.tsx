import type { ReactNode } from 'react';
import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { EmailField } from '#components/forms/email-field.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Note } from '#components/ui/note.tsx';
import { type DateSettings, formatFull } from '#lib/format/dates.ts';
import { passwordHint } from '#lib/format/password.ts';
import { ROLE_NAMES, ROLE_PERMISSIONS, roleWithArticle } from '#lib/format/team.ts';
import { MAX_PASSWORD_LENGTH, MAX_PERSON_NAME_LENGTH } from '#lib/input-limits.ts';

interface JoinPageProps {
  readonly invitation: {
    readonly email: string | null;
    readonly role: string;
    readonly by: string | null;
    readonly expiresAt: number;
    readonly isMember: boolean;
    readonly signedInAs: string | null;
    readonly provider: string | null;
  };
  /** The invitation's secret token, which every form submits. */
  readonly token: string;
  readonly actions: Readonly<Record<'join' | 'becomeFirstAdmin' | 'switchAccount', FormAction>>;
  readonly dateSettings: DateSettings;
}

/** Shows an invitation with a form or a button for accepting it. */
export function JoinPage(props: JoinPageProps) {
  const { invitation, dateSettings } = props;
  const { email, expiresAt } = invitation;
  return (
    <>
      <h1 className="text-center">{email === null ? 'Set up Mailroom' : 'Join the team'}</h1>
      <div className="mt-2 mb-5 text-center text-muted text-pretty">
        <InvitationSummary {...invitation} />
        <p className="mt-1 text-sm tabular-nums">Expires {formatFull(expiresAt, dateSettings)}</p>
      </div>
      <InvitationResponse {...props} />
    </>
  );
}

function InvitationSummary({ email, role, by }: JoinPageProps['invitation']) {
  if (email === null)
    return <p>This console has no admin yet. Become the first admin, and then invite your team.</p>;
  const knownRole = ROLE_NAMES.find((name) => name === role);
  return (
    <p>
      <bdi className="font-[550] text-ink">{by}</bdi> invited you to join Mailroom as {roleWithArticle(role)}
      {knownRole !== undefined && `. You can ${ROLE_PERMISSIONS[knownRole]}`}.
    </p>
  );
}

function InvitationResponse({ invitation, token, actions }: JoinPageProps) {
  const { email, isMember, signedInAs, provider } = invitation;
  if (isMember) return <AlreadyMember isSignedIn={signedInAs === email} email={email} />;
  if (signedInAs !== null)
    return email === null ? (
      <SignedInResponse token={token} action={actions.becomeFirstAdmin} button="Become the first admin">
        <Note title="You’re already a member">
          You’re signed in as <bdi className="font-semibold">{signedInAs}</bdi>. This account will become the
          admin.
        </Note>
      </SignedInResponse>
    ) : (
      <SignedInResponse token={token} action={actions.switchAccount} button="Sign out and continue">
        <Note tone="amber" title="You’re signed in with another account">
          You’re signed in as <bdi className="font-semibold">{signedInAs}</bdi>, but the invitation is for{' '}
          <bdi className="font-semibold">{email}</bdi>. If that address isn’t yours, don’t accept the
          invitation. Send the link to the person who uses the address.
        </Note>
      </SignedInResponse>
    );
  if (provider !== null) return <ProviderResponse provider={provider} email={email} />;
  return (
    <ActionForm action={actions.join} hidden={{ token }} className="grid gap-4">
      <Field name="name" label="Your name" autoComplete="name" maxLength={MAX_PERSON_NAME_LENGTH} required />
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
        hint={passwordHint(false)}
        type="password"
        autoComplete="new-password"
        maxLength={MAX_PASSWORD_LENGTH}
        required
      />
      <FormMessage />
      <SubmitButton className="mt-1 py-2.75">
        {email === null ? 'Become the first admin' : 'Join team'}
      </SubmitButton>
    </ActionForm>
  );
}

function AlreadyMember({ isSignedIn, email }: { isSignedIn: boolean; email: string | null }) {
  return (
    <div className="grid gap-4">
      <Note>
        <bdi>{email}</bdi> is already a member, so this invitation is no longer needed.
      </Note>
      <a href={isSignedIn ? '/' : '/login'} className={buttonClass('primary', 'py-2.75')}>
        {isSignedIn ? 'Go to overview' : 'Sign in'}
      </a>
    </div>
  );
}

interface SignedInResponseProps {
  readonly token: string;
  readonly action: FormAction;
  readonly button: string;
  readonly children: ReactNode;
}

/** A form with a button and no fields, shown to people who are already signed in. */
function SignedInResponse({ token, action, button, children }: SignedInResponseProps) {
  return (
    <ActionForm action={action} hidden={{ token }} className="grid gap-4">
      {children}
      <FormMessage />
      <SubmitButton className="py-2.75">{button}</SubmitButton>
      <a href="/" className={buttonClass('quiet')}>
        Go to overview
      </a>
    </ActionForm>
  );
}

function ProviderResponse({ provider, email }: { provider: string; email: string | null }) {
  return (
    <div className="grid gap-4">
      <Note>
        Sign in with {provider} as <bdi className="font-semibold">{email}</bdi> to accept the invitation.
      </Note>
      <a href="/login" className={buttonClass('primary', 'py-2.75')}>
        Go to sign-in page
      </a>
    </div>
  );
}
