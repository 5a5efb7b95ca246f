'use client';

import { useForm } from '#components/forms/action-form.tsx';
import { CopyField } from '#components/forms/copy-field.tsx';

/** Mailroom stores only a hash of the URL's token, so the URL can't be shown again. */
export function NewFeedUrl() {
  const { secret } = useForm().state;
  if (secret === undefined) return null;
  return (
    <CopyField
      label="The feed’s URL"
      hint="Copy the URL now and keep it secret. Mailroom can’t show it again. Anyone who knows the URL can read the feed."
      value={secret}
    />
  );
}
