import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { ProofCodeField } from '#components/second-factor/code-field.tsx';
import { PasskeyControls } from '#components/second-factor/passkey-controls.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import { MAX_PASSWORD_LENGTH } from '#lib/input-limits.ts';
import { ProviderForm } from './provider-form.tsx';

interface ConfirmPageProps {
  readonly methods: {
    readonly email: string;
    readonly hasPassword: boolean;
    readonly hasApp: boolean;
    readonly hasPasskey: boolean;
    readonly provider: string | null;
  };
  readonly actions: Readonly<Record<'password' | 'code' | 'requestPasskey' | 'passkey', FormAction>>;
  /** The console path to open afterward. */
  readonly callbackUrl: string;
}

/**
 * Asks the signed-in member to confirm their identity. The member needs only one of the methods that the page
 * offers.
 */
export function ConfirmPage({ methods, actions, callbackUrl }: ConfirmPageProps) {
  const { email, hasPassword, hasApp, hasPasskey, provider } = methods;
  const hidden = { callbackUrl };
  return (
    <>
      <h1 className="mb-2 text-center">Confirm that it’s you</h1>
      <p className="mb-5 text-center text-pretty text-muted">
        You’re signed in as <bdi>{email}</bdi>. Confirm that it’s still you, then continue.
      </p>
      <div className="grid gap-5">
        {hasPasskey && (
          <ActionForm action={actions.passkey} hidden={hidden} className="grid">
            <PasskeyControls request={actions.requestPasskey} kind={hasPassword ? 'plain' : 'primary'}>
              Use a passkey
            </PasskeyControls>
          </ActionForm>
        )}
        {hasPassword && (
          <ActionForm action={actions.password} hidden={hidden} className="grid gap-4">
            <input type="text" autoComplete="username" value={email} readOnly hidden />
            <FormMessage />
            <Field
              name="password"
              label="Password"
              type="password"
              autoComplete="current-password"
              maxLength={MAX_PASSWORD_LENGTH}
              required
            />
            <SubmitButton className="py-2.75">Continue</SubmitButton>
          </ActionForm>
        )}
        {(hasApp || hasPasskey) && (
          <ActionForm action={actions.code} hidden={hidden} className="grid gap-4">
            <FormMessage />
            <ProofCodeField hasApp={hasApp} />
            <SubmitButton kind="plain">Continue with code</SubmitButton>
          </ActionForm>
        )}
        {provider !== null && (
          <ProviderForm provider={provider} callbackUrl={callbackUrl} mustReauthenticate />
        )}
        <PageLink href="/profile" className={buttonClass('quiet')}>
          Cancel
        </PageLink>
      </div>
    </>
  );
}
