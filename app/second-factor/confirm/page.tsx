import type { Metadata } from 'next';
import { PublicPage } from '#components/shell/public-page.tsx';
import { ConfirmPage } from '#components/sign-in/confirm-page.tsx';
import { requireAccount } from '#lib/auth/session.ts';
import { readConfirmationMethods } from '#lib/data/confirm-identity.ts';
import { isSandbox } from '#lib/data/service.ts';
import { callbackPath } from '../../callback-path.ts';
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
      <ConfirmPage methods={methods.value} actions={actions} callbackUrl={callbackPath(callbackUrl)} />
    </PublicPage>
  );
});
