'use client';

import { useForm } from '#components/forms/action-form.tsx';
import { CopyField } from '#components/forms/copy-field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';

/** The result of an invitation: a message and, unless the invitation was emailed, the link to pass on. */
export function InvitationLinkResult() {
  const { link } = useForm().state;
  return (
    <>
      <FormMessage />
      {link !== undefined && <CopyField label="Invitation link" value={link} />}
    </>
  );
}
