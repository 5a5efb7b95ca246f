import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { Checkbox } from '#components/forms/checkbox.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { Submit } from '#components/forms/submit.tsx';
import { Card } from '#components/ui/card.tsx';
import { SHARE_LINK_DAYS } from '#lib/domain/share-link.ts';

interface ShareFormProps {
  readonly campaignId: number;
  readonly action: FormAction;
}

/** What a new link is for, what it shows and how long. */
export function ShareForm({ campaignId, action }: ShareFormProps) {
  return (
    <ActionForm action={action} hidden={{ id: campaignId }} className="grid gap-4">
      <Card>
        <div className="grid gap-4">
          <Field
            name="label"
            label="Who is it for?"
            hint="Only your team sees this. It tells the links apart: one for each person or office is best."
            maxLength={80}
            autoComplete="off"
            required
          />
          <div className="grid items-end gap-4 sm:grid-cols-2">
            <Field
              name="days"
              label="Open for how many days?"
              hint={`1 to ${SHARE_LINK_DAYS.max}. You can revoke it at any time.`}
              type="number"
              min={1}
              max={SHARE_LINK_DAYS.max}
              inputMode="numeric"
              defaultValue={SHARE_LINK_DAYS.default}
              required
            />
            <Field
              name="password"
              label="Password, if you want one"
              hint="8 characters or more. Don’t send it with the link."
              type="password"
              autoComplete="new-password"
            />
          </div>
        </div>
      </Card>
      <Card>
        <fieldset>
          <legend className="mb-1 text-sm font-semibold">What does it show beside the proof?</legend>
          <Checkbox name="price" label="The price" />
          <Checkbox name="recipients" label="The recipients" hint="Names and addresses of people." />
          <Checkbox name="metadata" label="The metadata" />
        </fieldset>
      </Card>
      <Card>
        <fieldset>
          <legend className="mb-1 text-sm font-semibold">What may they do?</legend>
          <Checkbox
            name="decide"
            label="Approve it, or ask for changes"
            hint="A decision counts as long as what is printed, and whom it goes to, stay as they are."
            defaultChecked
          />
        </fieldset>
      </Card>
      <FormMessage />
      <Submit className="justify-self-start px-5 py-2.75">Make the link</Submit>
    </ActionForm>
  );
}
