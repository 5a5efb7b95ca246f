import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { RadioGroup } from '#components/forms/radio-group.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { Card } from '#components/ui/card.tsx';
import { APPROVAL_RULES, type ApprovalRule, type ApprovalSettings } from '#lib/domain/approval-rule.ts';
import { formatMinorUnits } from '#lib/format/money.ts';
import type { FormState } from '#lib/forms/form-state.ts';

interface ApprovalSettingProps {
  readonly settings: ApprovalSettings;
  readonly canVerifyGuests: boolean;
  readonly action: FormAction;
  readonly initialState: FormState;
}

const TEXTS: Readonly<Record<ApprovalRule, readonly [title: string, description: string]>> = {
  none: ['No one', 'Members can pay for and send campaigns without approval.'],
  guest: ['A verified guest', 'Someone who opens a share link and verifies an email address.'],
  member: ['A second member', 'A sender or admin other than the member who pays for or sends the campaign.'],
  both: ['A verified guest and a second member', 'The guest and the member must approve the same version.'],
};

const OPTIONS = APPROVAL_RULES.map((value) => {
  const [title, description] = TEXTS[value];
  return { value, title, description };
});

/** The team's rule about who must approve a campaign before members can pay for or send it. */
export function ApprovalSetting(props: ApprovalSettingProps) {
  const { settings, canVerifyGuests, action, initialState } = props;
  const { minimum } = settings;
  return (
    <Card title="Approvals" id="approvals">
      <ActionForm action={action} initialState={initialState} className="grid gap-3">
        <RadioGroup
          name="rule"
          legend="Who must approve before a campaign is paid for or sent?"
          options={OPTIONS}
          defaultValue={settings.rule}
        />
        {!canVerifyGuests && (
          <p className="text-sm text-muted">
            No email server is set up. Without an email server, guests can’t verify their email addresses, so
            their approvals don’t count.
          </p>
        )}
        <Field
          name="minimum"
          label="Minimum price (optional)"
          hint="The rule applies only to campaigns that cost at least this amount. Enter a number in the currency of your orders, such as 500 or 1,250.00. To include every campaign, leave this field empty."
          inputMode="decimal"
          autoComplete="off"
          defaultValue={minimum === null ? '' : formatMinorUnits(minimum)}
        />
        <p className="text-sm text-muted">
          An approval covers one proof and its recipients. Any change voids the approval. The rule applies to
          all members and to API requests.
        </p>
        <FormMessage />
        <div>
          <SubmitButton kind="plain">Save approval rule</SubmitButton>
        </div>
      </ActionForm>
    </Card>
  );
}
