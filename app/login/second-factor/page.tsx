import type { Metadata } from 'next';
import { PublicPage } from '#components/shell/public-page.tsx';
import { SignInFactorPage } from '#components/sign-in/sign-in-factor-page.tsx';
import { readSignInFactors } from '#lib/data/second-factor-sign-in.ts';
import { isSandbox } from '#lib/data/service.ts';
import { loginPath } from '#lib/http/callback-url.ts';
import { callbackPath } from '../../callback-path.ts';
import { codeAction, factorPasskeyAction, requestFactorPasskeyAction } from './actions.ts';

export const metadata: Metadata = { title: 'Second factor' };

const actions = {
  code: codeAction,
  requestPasskey: requestFactorPasskeyAction,
  passkey: factorPasskeyAction,
};

interface PageProps {
  readonly searchParams: Promise<{ readonly callbackUrl?: string | string[] }>;
}

/** The second step of signing in, for members with a second factor. */
export default async function Page({ searchParams }: PageProps) {
  const [factors, { callbackUrl }, sandbox] = await Promise.all([
    readSignInFactors(),
    searchParams,
    isSandbox(),
  ]);
  const path = callbackPath(callbackUrl);
  return (
    <PublicPage sandbox={sandbox}>
      <SignInFactorPage factors={factors} actions={actions} callbackUrl={path} login={loginPath(path)} />
    </PublicPage>
  );
}
