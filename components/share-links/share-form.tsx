import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { Checkbox } from '#components/forms/checkbox.tsx';
import { DaysField } from '#components/forms/days-field.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { Card } from '#components/ui/card.tsx';
import { SHARE_LINK_DAYS } from '#lib/domain/share-link.ts';
import { MAX_SHARE_LABEL_LENGTH, MIN_LINK_PASSWORD_LENGTH } from '#lib/input-limits.ts';

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
        <fieldset>
          <legend className="mb-1 text-sm font-semibold">What should guests see besides the proof?</legend>
          <Checkbox name="price" label="Price" />
          <Checkbox name="recipients" label="Recipients" hint="Names and addresses." />
          <Checkbox name="metadata" label="Metadata" />
        </fieldset>
      </Card>
      <Card>
        <fieldset>
          <legend className="mb-1 text-sm font-semibold">What can guests do?</legend>
          <Checkbox
            name="decide"
            label="Approve or request changes"
            hint="An approval covers this proof and these recipients. Any change voids the approval."
            defaultChecked
          />
        </fieldset>
      </Card>
      <FormMessage />
      <SubmitButton className="justify-self-start px-5 py-2.75">Create link</SubmitButton>
    </ActionForm>
  );
}
