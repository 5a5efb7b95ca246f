'use client';

import type { ReactNode } from 'react';
import { useForm } from '#components/forms/action-form.tsx';
import { CopyField } from '#components/forms/copy-field.tsx';

/** Mailroom stores only a hash, so the token can't be shown again. */
export function NewToken() {
  const { secret } = useForm().state;
  if (secret === undefined) return null;
  return (
    <CopyField
      label="Your new token"
      hint="Copy the token now and keep it secret. Mailroom can’t show it again."
      value={secret}
    />
  );
}

/** The fields of the form. They are cleared after a token is created. */
export function ClearedFields({ children }: { children: ReactNode }) {
  const { state } = useForm();
  return (
    <div key={state.secret} className="grid gap-4">
      {children}
    </div>
  );
}
