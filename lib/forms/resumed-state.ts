import type { ResumedForm, ResumedFormName } from '#lib/domain/resumed-form.ts';
import type { FormState } from './form-state.ts';

const MESSAGES: Readonly<Record<ResumedFormName, string>> = {
  invite: 'The invitation hasn’t been created yet. Check the details, then continue.',
  renew: 'The link hasn’t been renewed yet. To continue, choose “Renew link” again.',
  approval_rule: 'The rule hasn’t been saved yet. Check your changes, then save the rule.',
  second_factor_rule: 'The rule hasn’t been saved yet. Check your changes, then save the rule.',
};

/**
 * Returns the form's initial state. If the form is resumed, the state contains the values that the member submitted,
 * and a message that nothing has been saved.
 */
export function resumedState(resumed: ResumedForm | null, form: ResumedFormName): FormState {
  if (resumed?.form !== form) return {};
  return { isResumed: true, message: MESSAGES[form], values: resumed.values };
}
