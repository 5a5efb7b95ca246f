import type { Metadata } from 'next';
import { ConfirmPage } from '#components/second-factor/confirm-page.tsx';
import { PublicPage } from '#components/shell/public-page.tsx';
import { requireAccount } from '#lib/auth/session.ts';
import { readConfirmationMethods } from '#lib/data/confirm-identity.ts';
import { isSandbox } from '#lib/data/service.ts';
import { env } from '#lib/env/env.ts';
import { safeCallbackPath } from '#lib/http/callback-url.ts';
import { pageForbidden } from '../../page-error.tsx';
import { publicPage } from '../../public-page.tsx';
import {
  confirmCodeAction,
  confirmPasskeyAction,
  confirmPasswordAction,
  requestOwnPasskeyAction,
} from './actions.ts';

export const metadata: Metadata = { title: 'Confirm that it’s you' };

const actions = {
  password: confirmPasswordAction,
  code: confirmCodeAction,
  requestPasskey: requestOwnPasskeyAction,
  passkey: confirmPasskeyAction,
};

interface PageProps {
  readonly searchParams: Promise<{ readonly callbackUrl?: string | string[] }>;
}

export default publicPage(async function Page({ searchParams }: PageProps) {
  await requireAccount();
  const [methods, { callbackUrl }, sandbox] = await Promise.all([
    readConfirmationMethods(),
    searchParams,
    isSandbox(),
  ]);
  if (!methods.ok) pageForbidden();
  return (
    <PublicPage sandbox={sandbox}>
      <ConfirmPage
        methods={methods.value}
        actions={actions}
        callbackUrl={safeCallbackPath(callbackUrl, env().origin)}
      />
    </PublicPage>
  );
});
