import type { Metadata } from 'next';
import { PublicPage } from '#components/shell/public-page.tsx';
import { SignInPage } from '#components/sign-in/sign-in-page.tsx';
import { signInMethods } from '#lib/auth/oidc.ts';
import { canSignInWithPasskey } from '#lib/data/second-factor-sign-in.ts';
import { isSandbox } from '#lib/data/service.ts';
import { sessionEndText } from '#lib/format/session-end.ts';
import { signInRefusalText } from '#lib/format/sign-in.ts';
import { START_PATH } from '#lib/http/callback-url.ts';
import { signInAction } from './actions.ts';
import { passkeySignInAction, requestSignInPasskeyAction } from './second-factor/actions.ts';

export const metadata: Metadata = { title: 'Sign in' };

const passkeyActions = { request: requestSignInPasskeyAction, signIn: passkeySignInAction };

type SearchParams = Promise<Partial<Record<'callbackUrl' | 'error' | 'ended', string | string[]>>>;

export default async function LoginPage({ searchParams }: { searchParams: SearchParams }) {
  const [{ callbackUrl, error, ended }, sandbox] = await Promise.all([searchParams, isSandbox()]);
  const { provider, password } = signInMethods();
  return (
    <PublicPage sandbox={sandbox}>
      <SignInPage
        provider={provider}
        signInAction={password ? signInAction : null}
        passkey={canSignInWithPasskey() ? passkeyActions : null}
        callbackUrl={typeof callbackUrl === 'string' ? callbackUrl : START_PATH}
        sessionEnd={sessionEndText(ended)}
        refusal={provider === null ? undefined : signInRefusalText(error, provider)}
      />
    </PublicPage>
  );
}
