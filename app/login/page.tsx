import type { Metadata } from 'next';
import { PublicPage } from '#components/shell/public-page.tsx';
import { SignInPage } from '#components/sign-in/sign-in-page.tsx';
import { signInWays } from '#lib/auth/oidc.ts';
import { isSandbox } from '#lib/data/service.ts';
import { refusalSentence } from '#lib/format/sign-in.ts';
import { signInAction } from './actions.ts';

export const metadata: Metadata = { title: 'Sign in' };

type SearchParams = Promise<{ callbackUrl?: string | string[]; error?: string | string[] }>;

export default async function LoginPage({ searchParams }: { searchParams: SearchParams }) {
  const [{ callbackUrl, error }, sandbox] = await Promise.all([searchParams, isSandbox()]);
  const { provider, password } = signInWays();
  return (
    <PublicPage sandbox={sandbox}>
      <SignInPage
        provider={provider}
        signIn={password ? signInAction : null}
        callbackUrl={typeof callbackUrl === 'string' ? callbackUrl : undefined}
        refusal={provider === null ? undefined : refusalSentence(error, provider)}
      />
    </PublicPage>
  );
}
