'use client';

import { useForm } from '#components/forms/action-form.tsx';
import { EmailField } from '#components/forms/email-field.tsx';
import { Field } from '#components/forms/field.tsx';
import { FieldError } from '#components/forms/field-error.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { TextArea } from '#components/forms/text-area.tsx';

/** Form fields for a guest's decision. The fields are collapsed if a guest has already made a decision. */
export function DecisionFields({ isDecided }: { isDecided: boolean }) {
  const { state } = useForm();
  const isCollapsed = isDecided && (state.ok === true || (!state.fields && state.message === undefined));
  return (
    <>
      {/* Pressing Enter activates a form's first submit button. This disabled button prevents accidental decisions. */}
      <button type="submit" disabled hidden />
      <details open={!isCollapsed} className="group">
        <summary
          className={`list-none text-sm font-[550] text-blue underline underline-offset-3 ${isDecided ? 'group-open:mb-3.5' : 'hidden'}`}
        >
          Change a decision or add another
        </summary>
        <div className="grid gap-3.5 sm:grid-cols-2">
          <Field name="name" label="Your name" autoComplete="name" required />
          <EmailField label="Your email" autoComplete="email" />
          <TextArea
            name="comment"
            label="Comment"
            hint="Required if you request changes."
            rows={3}
            className="sm:col-span-2"
          />
          <div className="flex flex-wrap gap-2.5 sm:col-span-2">
            <SubmitButton name="decision" value="approved" className="py-2.75 max-sm:grow">
              Approve proof
            </SubmitButton>
            <SubmitButton name="decision" value="changes" kind="plain" className="py-2.75 max-sm:grow">
              Request changes
            </SubmitButton>
            <div className="basis-full empty:hidden">
              <FieldError id="decision-error">{state.fields?.decision}</FieldError>
            </div>
          </div>
        </div>
      </details>
    </>
  );
}
