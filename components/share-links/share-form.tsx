import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { DaysField } from '#components/forms/days-field.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { Card } from '#components/ui/card.tsx';
import { SHARE_LINK_DAYS } from '#lib/domain/share-link.ts';
import { MAX_SHARE_LABEL_LENGTH, MIN_LINK_PASSWORD_LENGTH } from '#lib/input-limits.ts';
import { GuestActionFields, VisiblePartsFields } from './guest-fields.tsx';

interface ShareFormProps {
  readonly campaignId: number;
  readonly action: FormAction;
}

export function ShareForm({ campaignId, action }: ShareFormProps) {
  return (
    <ActionForm action={action} hidden={{ id: campaignId }} className="grid gap-4">
      <Card>
        <div className="grid gap-4">
          <Field
            name="label"
            label="Who is the link for?"
            hint="Visible only to your team. Create a separate link for each person or office."
            maxLength={MAX_SHARE_LABEL_LENGTH}
            autoComplete="off"
            required
          />
          <div className="grid items-end gap-4 sm:grid-cols-2">
            <DaysField noun="link" days={SHARE_LINK_DAYS} />
            <Field
              name="password"
              label="Password (optional)"
              hint={`At least ${MIN_LINK_PASSWORD_LENGTH} characters. Don’t send the password with the link.`}
              type="password"
              autoComplete="new-password"
            />
          </div>
        </div>
      </Card>
      <Card>
        <VisiblePartsFields />
      </Card>
      <Card>
        <GuestActionFields />
      </Card>
      <FormMessage />
      <SubmitButton className="justify-self-start px-5 py-2.75">Create link</SubmitButton>
    </ActionForm>
  );
}
