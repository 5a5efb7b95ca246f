'use client';

import { useForm } from '../forms/action-form.tsx';
import { CopyField } from '../forms/copy-field.tsx';
import { FormMessage } from '../forms/form-message.tsx';

/** What came of inviting: a sentence, and the link where it is for this person to pass on. */
export function NewLink() {
  const { link } = useForm().state;
  return (
    <>
      <FormMessage />
      {link !== undefined && <CopyField label="Invitation link" value={link} />}
    </>
  );
}
