import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { ProofCodeField } from '#components/second-factor/code-field.tsx';
import { PasskeyControls } from '#components/second-factor/passkey-controls.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Note } from '#components/ui/note.tsx';

interface SignInFactorPageProps {
  /**
   * The second factors that the member can use. Null if the time limit for entering the second factor has
   * passed.
   */
  readonly factors: { readonly email: string; readonly hasApp: boolean; readonly hasPasskey: boolean } | null;
  readonly actions: Readonly<Record<'code' | 'requestPasskey' | 'passkey', FormAction>>;
  readonly callbackUrl: string;
  /** The URL of the sign-in page. */
  readonly login: string;
}

/** Asks for the second factor during sign-in. */
export function SignInFactorPage({ factors, actions, callbackUrl, login }: SignInFactorPageProps) {
  const hidden = { callbackUrl };
  return (
    <>
      <h1 className="mb-2 text-center">Second factor</h1>
      {factors && (
        <p className="mb-4.5 text-center text-muted">
          Signing in as <bdi>{factors.email}</bdi>
        </p>
      )}
      <div className="grid gap-5">
        {factors?.hasPasskey && (
          <ActionForm action={actions.passkey} hidden={hidden} className="grid">
            <PasskeyControls
              request={actions.requestPasskey}
              kind={factors.hasApp ? 'plain' : 'primary'}
              className="py-2.75"
            >
              Use a passkey
            </PasskeyControls>
          </ActionForm>
        )}
        {factors && (
          <ActionForm action={actions.code} hidden={hidden} className="grid gap-4">
            <FormMessage />
            <ProofCodeField hasApp={factors.hasApp} />
            <SubmitButton kind={factors.hasApp ? 'primary' : 'plain'} className="py-2.75">
              Sign in
            </SubmitButton>
          </ActionForm>
        )}
        {factors ? (
          <p className="text-sm text-pretty text-muted">
            Lost your device and your recovery codes? Ask one of your team’s admins to reset your second
            factor.
          </p>
        ) : (
          <Note>
            The time limit for entering your second factor has passed, or you started signing in with another
            browser.
          </Note>
        )}
        <a href={login} className={buttonClass(factors ? 'quiet' : 'primary')}>
          {factors ? 'Use another account' : 'Sign in again'}
        </a>
      </div>
    </>
  );
}
