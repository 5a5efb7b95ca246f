import { buttonClass } from '#components/ui/button.ts';
import { CallbackField } from './callback-field.tsx';

interface ProviderFormProps {
  /** What people know the identity provider by. */
  readonly provider: string;
  /** Where to go afterwards: a path of this console. */
  readonly callbackUrl: string | undefined;
}

/** A plain form, because it is answered with a redirect to another site. */
export function ProviderForm({ provider, callbackUrl }: ProviderFormProps) {
  return (
    <form method="post" action="/api/auth/signin/oidc">
      <CallbackField callbackUrl={callbackUrl} />
      <button type="submit" className={buttonClass('primary', 'w-full py-2.75')}>
        Continue with {provider}
      </button>
    </form>
  );
}
