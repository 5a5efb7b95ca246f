'use client';

import { useForm } from '#components/forms/action-form.tsx';
import { CopyField } from '#components/forms/copy-field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';

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
