import { FormTokenField } from '#components/forms/form-token.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { CallbackField } from './callback-field.tsx';

interface ProviderFormProps {
  /** The identity provider's display name. */
  readonly provider: string;
  /** The console path to open after sign-in. */
  readonly callbackUrl: string | undefined;
}

/**
 * The single sign-on button. Submits a plain HTML form, so it works without JavaScript. Client-side code
 * couldn't handle the response, because the response redirects to another site.
 */
export function ProviderForm({ provider, callbackUrl }: ProviderFormProps) {
  return (
    <form method="post" action="/api/auth/signin/oidc">
      <FormTokenField />
      <CallbackField callbackUrl={callbackUrl} />
      <button type="submit" className={buttonClass('primary', 'w-full py-2.75')}>
        Continue with {provider}
      </button>
    </form>
  );
}
