import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { RadioGroup } from '#components/forms/radio-group.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { Card } from '#components/ui/card.tsx';
import { SECOND_FACTOR_RULES, type SecondFactorRule } from '#lib/domain/second-factor.ts';
import { SECOND_FACTOR_RULE_TEXTS } from '#lib/format/second-factor.ts';
import type { FormState } from '#lib/forms/form-state.ts';

const OPTIONS = SECOND_FACTOR_RULES.map((value) => {
  const [title, description] = SECOND_FACTOR_RULE_TEXTS[value];
  return { value, title, description };
});

interface SecondFactorSettingProps {
  readonly rule: SecondFactorRule;
  readonly action: FormAction;
  readonly initialState: FormState;
}

/** The team's rule about who must have a second factor. */
export function SecondFactorSetting({ rule, action, initialState }: SecondFactorSettingProps) {
  return (
    <Card title="Second factor" id="second-factor">
      <ActionForm action={action} initialState={initialState} className="grid gap-3">
        <RadioGroup
          name="second_factor_rule"
          legend="Who must have a second factor?"
          options={OPTIONS}
          defaultValue={rule}
        />
        <p className="text-sm text-muted">
          The rule takes effect immediately. Members who need a second factor but don’t have one must add a
          passkey or an authenticator app before they can do anything else.
        </p>
        <FormMessage />
        <div>
          <SubmitButton kind="plain">Save second-factor rule</SubmitButton>
        </div>
      </ActionForm>
    </Card>
  );
}
