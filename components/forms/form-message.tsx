'use client';

import { Note } from '#components/ui/note.tsx';
import type { FormState } from '#lib/forms/form-state.ts';
import { useForm } from './action-form.tsx';

const toneOf = ({ ok, isResumed }: FormState) => (ok ? 'green' : isResumed ? 'amber' : 'red');

/** A message about the whole form. Screen readers announce the message. */
export function FormMessage() {
  const { state } = useForm();
  return (
    <div role="alert" tabIndex={-1} className="outline-none empty:hidden">
      {state.message !== undefined && <Note tone={toneOf(state)}>{state.message}</Note>}
    </div>
  );
}
