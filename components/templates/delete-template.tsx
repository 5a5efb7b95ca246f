import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { ConfirmButton } from '#components/forms/confirm-button.tsx';
import { ConfirmDialog } from '#components/forms/confirm-dialog.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { Submit } from '#components/forms/submit.tsx';
import type { Template } from '#lib/contract/resources.ts';
import { templateTitle } from '#lib/format/template.ts';

export const DELETING = {
  question: (template: Pick<Template, 'id' | 'name'>) => `Delete “${templateTitle(template)}”?`,
  dismiss: 'Keep it',
} as const;

const DIALOG = 'delete-dialog';

/** Its dialog has to be on the page too. */
export function DeleteButton({ templateId }: { templateId: number }) {
  return (
    <ConfirmButton href={`/templates/${templateId}/delete`} dialog={DIALOG} kind="danger">
      Delete template
    </ConfirmButton>
  );
}

interface DeleteDialogProps {
  readonly template: Pick<Template, 'id' | 'name'>;
  readonly action: FormAction;
}

export function DeleteDialog({ template, action }: DeleteDialogProps) {
  return (
    <ConfirmDialog id={DIALOG} question={DELETING.question(template)} dismiss={DELETING.dismiss}>
      <DeleteForm templateId={template.id} action={action} />
    </ConfirmDialog>
  );
}

/** The answer "yes", in the dialog and on the page that stands for it without JavaScript. */
export function DeleteForm({ templateId, action }: { templateId: number; action: FormAction }) {
  return (
    <ActionForm action={action} hidden={{ id: templateId }} className="grid gap-4">
      <p className="text-muted">
        It is gone for good, for everyone, and no new campaigns can be made from it. Campaigns that were made
        from it keep their designs.
      </p>
      <FormMessage />
      <Submit>Delete for good</Submit>
    </ActionForm>
  );
}
