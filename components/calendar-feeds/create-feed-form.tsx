'use client';

import { ActionForm, type FormAction, useForm } from '#components/forms/action-form.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { MAX_TOKEN_NAME_LENGTH } from '#lib/input-limits.ts';
import { NewFeedUrl } from './new-feed-url.tsx';

export function CreateFeedForm({ action }: { action: FormAction }) {
  return (
    <ActionForm action={action} className="grid gap-4">
      <Fields />
      <FormMessage />
      <NewFeedUrl />
      <SubmitButton className="justify-self-start">Create feed</SubmitButton>
    </ActionForm>
  );
}

/** The fields are cleared after a feed is created. */
function Fields() {
  const { state } = useForm();
  return (
    <div key={state.secret} className="grid gap-4">
      <Field
        name="name"
        label="Name"
        hint="Enter a name that says where you use the feed, such as “Phone”."
        maxLength={MAX_TOKEN_NAME_LENGTH}
        autoComplete="off"
        required
      />
      <Field
        name="customer"
        label="Limit to customer # (optional)"
        hint="A feed that is limited to one customer contains only that customer’s campaigns."
        inputMode="numeric"
        autoComplete="off"
      />
    </div>
  );
}
