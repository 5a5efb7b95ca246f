'use client';

import { useForm } from '#components/forms/action-form.tsx';
import { CopyField } from '#components/forms/copy-field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';

/**
 * Shows the result of inviting a member. If the invitation wasn't emailed, the result includes the link to
 * share.
 */
export function InvitationLinkResult() {
  const { link } = useForm().state;
  return (
    <>
      <FormMessage />
      {link !== undefined && <CopyField label="Invitation link" value={link} />}
    </>
  );
}
