import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { EmailField } from '#components/forms/email-field.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { PasskeyControls } from '#components/second-factor/passkey-controls.tsx';
import { Note } from '#components/ui/note.tsx';
import { CallbackField } from './callback-field.tsx';
import { ProviderForm } from './provider-form.tsx';

interface SignInPageProps {
  /** The identity provider's display name, or null if no provider is configured. */
  readonly provider: string | null;
  /** The action for password sign-in, or null if password sign-in is turned off. */
  readonly signInAction: FormAction | null;
  /** The actions for signing in with only a passkey, or null if members can't sign in that way. */
  readonly passkey: { readonly request: FormAction; readonly signIn: FormAction } | null;
  readonly callbackUrl: string | undefined;
  /** Explains why the member must sign in again. */
  readonly sessionEnd: string | undefined;
  /** Explains why sign-in through the identity provider failed. */
  readonly refusal: string | undefined;
}

/**
 * If an identity provider is configured, the provider's button comes first, because single sign-on is
 * preferred.
 */
export function SignInPage({
  provider,
  signInAction,
  passkey,
  callbackUrl,
  sessionEnd,
  refusal,
}: SignInPageProps) {
  return (
    <>
      <h1 className="mb-4.5 text-center">Sign in</h1>
      <div className="grid gap-4">
        {sessionEnd !== undefined && <Note role="status">{sessionEnd}</Note>}
        {refusal !== undefined && (
          <Note tone="red" role="alert">
            {refusal}
          </Note>
        )}
        {provider !== null && <ProviderForm provider={provider} callbackUrl={callbackUrl} />}
        {provider !== null && signInAction && <Divider />}
        {signInAction && (
          <ActionForm action={signInAction} className="grid gap-4">
            <CallbackField callbackUrl={callbackUrl} />
            <FormMessage />
            <EmailField label="Email" autoComplete="username" />
            <Field
              name="password"
              label="Password"
              type="password"
              autoComplete="current-password"
              required
            />
            <SubmitButton kind={provider === null ? 'primary' : 'plain'} className="mt-1 py-2.75">
              Sign in
            </SubmitButton>
          </ActionForm>
        )}
        {passkey && (
          <ActionForm action={passkey.signIn} className="grid">
            <CallbackField callbackUrl={callbackUrl} />
            <PasskeyControls request={passkey.request} kind="quiet">
              Sign in with a passkey
            </PasskeyControls>
          </ActionForm>
        )}
      </div>
    </>
  );
}

function Divider() {
  return (
    <div className="flex items-center gap-3 text-sm text-muted">
      <span className="h-px flex-1 bg-line" />
      or with a password
      <span className="h-px flex-1 bg-line" />
    </div>
  );
}
