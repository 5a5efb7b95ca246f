import type { Metadata } from 'next';
import { ActionForm } from '#components/forms/action-form.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { Submit } from '#components/forms/submit.tsx';
import { PublicPage } from '#components/shell/public-page.tsx';
import { signInAction } from '#lib/auth/sign-in.ts';
import { isSandbox } from '#lib/data/service.ts';

export const metadata: Metadata = { title: 'Sign in' };

type SearchParams = Promise<{ callbackUrl?: string | string[] }>;

export default async function LoginPage({ searchParams }: { searchParams: SearchParams }) {
  const [{ callbackUrl }, sandbox] = await Promise.all([searchParams, isSandbox()]);
  return (
    <PublicPage sandbox={sandbox}>
      <h1 className="mb-4.5 text-center">Sign in</h1>
      <ActionForm
        action={signInAction}
        hidden={typeof callbackUrl === 'string' ? { callbackUrl } : {}}
        className="grid gap-4"
      >
        <FormMessage />
        <Field name="email" label="E-mail" type="email" autoComplete="username" required />
        <Field name="password" label="Password" type="password" autoComplete="current-password" required />
        <Submit className="mt-1 py-2.75">Sign in</Submit>
      </ActionForm>
    </PublicPage>
  );
}
