import { buttonClass } from '../ui/button.ts';

interface ProviderFormProps {
  /** What people know the identity provider by. */
  readonly provider: string;
  /** Where to go afterwards: a path of this console. */
  readonly callbackUrl: string | undefined;
  readonly primary?: boolean;
}

/** A plain form, because it is answered with a redirect to another site. */
export function ProviderForm({ provider, callbackUrl, primary = true }: ProviderFormProps) {
  return (
    <form method="post" action="/api/auth/signin/oidc">
      {callbackUrl !== undefined && <input type="hidden" name="callbackUrl" value={callbackUrl} />}
      <button type="submit" className={buttonClass(primary ? 'primary' : 'plain', 'w-full py-2.75')}>
        Continue with {provider}
      </button>
    </form>
  );
}
