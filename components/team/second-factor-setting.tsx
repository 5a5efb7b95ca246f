'use client';

import { useState } from 'react';
import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { RadioOption } from '#components/forms/radio-option.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { Card } from '#components/ui/card.tsx';
import { SECOND_FACTOR_RULES, type SecondFactorRule } from '#lib/domain/second-factor.ts';
import { SECOND_FACTOR_RULE_TEXTS } from '#lib/format/second-factor.ts';

/** The team's rule about who must have a second factor. */
export function SecondFactorSetting({ rule, action }: { rule: SecondFactorRule; action: FormAction }) {
  const [selected, setSelected] = useState(rule);
  return (
    <Card title="Second factor">
      <ActionForm action={action} className="grid gap-3">
        <fieldset>
          <legend className="font-[550]">Who must have a second factor?</legend>
          <div className="mt-1">
            {SECOND_FACTOR_RULES.map((value) => (
              <RadioOption
                key={value}
                name="second_factor_rule"
                value={value}
                selected={selected}
                onSelect={setSelected}
                title={SECOND_FACTOR_RULE_TEXTS[value][0]}
              >
                {SECOND_FACTOR_RULE_TEXTS[value][1]}
              </RadioOption>
            ))}
          </div>
        </fieldset>
        <p className="text-sm text-muted">
          The rule takes effect immediately. Members who need a second factor but don’t have one must add a
          passkey or an authenticator app before they can do anything else.
        </p>
        <FormMessage />
        <div>
          <SubmitButton kind="plain">Save rule</SubmitButton>
        </div>
      </ActionForm>
    </Card>
  );
}
