'use client';

import { Note } from '#components/ui/note.tsx';
import { useForm } from './action-form.tsx';

/** A message about the whole form. Screen readers announce the message. */
export function FormMessage() {
  const { state } = useForm();
  return (
    <div role="alert" tabIndex={-1} className="outline-none empty:hidden">
      {state.message !== undefined && <Note tone={state.ok ? 'green' : 'red'}>{state.message}</Note>}
    </div>
  );
}
