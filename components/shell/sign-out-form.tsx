'use client';

import { FormTokenField } from '#components/forms/form-token.tsx';
import { usePageAction } from '#components/forms/use-page-action.ts';
import { buttonClass } from '#components/ui/button.ts';

export function SignOutForm({ signOut }: { signOut: (form: FormData) => Promise<void> }) {
  return (
    <form action={usePageAction(signOut)} className="mt-2">
      <FormTokenField />
      <button type="submit" className={buttonClass('plain', 'w-full text-sm rail:py-1.5')}>
        Sign out
      </button>
    </form>
  );
}
