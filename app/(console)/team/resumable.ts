import 'server-only';
import { createResumeToken } from '#lib/auth/resume-token.ts';
import type { ResumedFormName } from '#lib/domain/resumed-form.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { confirmIdentityIfRequired } from '../../confirm-identity.ts';

type FormAction = (previous: FormState, form: FormData) => Promise<FormState>;

/** The ids of the cards that contain the forms. */
const CARDS: Readonly<Record<ResumedFormName, string>> = {
  invite: 'invite',
  renew: 'invited',
  approval_rule: 'approvals',
  second_factor_rule: 'second-factor',
};

/**
 * Wraps an action on the team page. If the admin must confirm their identity first, redirects to the page for
 * confirming it. Afterward, the team page opens with the submitted values in the form.
 */
export function resumable(form: ResumedFormName, action: FormAction): FormAction {
  return async (previous, data) => {
    const state = await action(previous, data);
    if (state.failure?.kind !== 'reauthentication_required') return state;
    const resume = await createResumeToken({ form, values: state.values ?? {} });
    if (resume !== null) {
      const path = `/team?${new URLSearchParams({ resume })}#${CARDS[form]}`;
      confirmIdentityIfRequired(state.failure, path);
    }
    return state;
  };
}
