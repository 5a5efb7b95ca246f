import { FormTokenField } from '#components/forms/form-token.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { CallbackField } from './callback-field.tsx';

interface ProviderFormProps {
  /** The identity provider's display name. */
  readonly provider: string;
  /** The console path to open after sign-in. */
  readonly callbackUrl: string | undefined;
  /** True if the provider must ask the member to sign in again, even if the member is signed in there. */
  readonly mustReauthenticate?: boolean;
}

/**
 * The single sign-on button. Submits a plain HTML form, so it works without JavaScript. Client-side code couldn't
 * handle the response, which redirects to another site.
 */
export function ProviderForm({ provider, callbackUrl, mustReauthenticate = false }: ProviderFormProps) {
  return (
    <form method="post" action="/api/auth/signin/oidc">
      <FormTokenField />
      <CallbackField callbackUrl={callbackUrl} />
      {mustReauthenticate && <input type="hidden" name="reauthenticate" value="yes" />}
      <button type="submit" className={buttonClass('primary', 'w-full py-2.75')}>
        Continue with {provider}
      </button>
    </form>
  );
}
