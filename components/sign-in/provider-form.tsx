import { FormTokenField } from '#components/forms/form-token.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { CallbackField } from './callback-field.tsx';

interface ProviderFormProps {
  /** The identity provider's display name. */
  readonly provider: string;
  /** The console path to open after sign-in. */
  readonly callbackUrl: string | undefined;
}

/** A plain HTML form. Client-side code can't handle the response, which redirects to another site. */
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
