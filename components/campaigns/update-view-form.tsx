'use client';

import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';

interface UpdateViewFormProps {
  readonly action: FormAction;
  readonly hidden: Readonly<Record<string, string | number>>;
}

export function UpdateViewForm(form: UpdateViewFormProps) {
  return (
    <div className="contents">
      <ActionForm {...form} className="flex flex-wrap items-center gap-3">
        <SubmitButton kind="plain" className="button-tiny">
          Update view
        </SubmitButton>
        <FormMessage />
      </ActionForm>
    </div>
  );
}
