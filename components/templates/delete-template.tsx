import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { ConfirmButton } from '#components/forms/confirm-button.tsx';
import { ConfirmDialog } from '#components/forms/confirm-dialog.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import type { Template } from '#lib/contract/resources.ts';
import { templateTitle } from '#lib/format/template.ts';

export const deleteConfirmation = {
  title: (template: Pick<Template, 'id' | 'name'>) => `Delete “${templateTitle(template)}”?`,
  cancelLabel: 'Cancel',
} as const;

const DIALOG_ID = 'delete-dialog';

/** Opens `DeleteTemplateDialog`, which must be on the same page. */
export function DeleteTemplateButton({ templateId }: { templateId: number }) {
  return (
    <ConfirmButton href={`/templates/${templateId}/delete`} dialogId={DIALOG_ID} kind="danger">
      Delete template
    </ConfirmButton>
  );
}

interface DeleteTemplateDialogProps {
  readonly template: Pick<Template, 'id' | 'name'>;
  readonly action: FormAction;
}

export function DeleteTemplateDialog({ template, action }: DeleteTemplateDialogProps) {
  return (
    <ConfirmDialog
      id={DIALOG_ID}
      title={deleteConfirmation.title(template)}
      cancelLabel={deleteConfirmation.cancelLabel}
    >
      <DeleteTemplateForm templateId={template.id} action={action} />
    </ConfirmDialog>
  );
}

/** The confirmation form for the dialog or, without JavaScript, for a separate page. */
export function DeleteTemplateForm({ templateId, action }: { templateId: number; action: FormAction }) {
  return (
    <ActionForm action={action} hidden={{ id: templateId }} className="grid gap-4">
      <p className="text-muted">
        The template will be deleted for everyone. You can’t undo this. Existing campaigns keep their designs.
      </p>
      <FormMessage />
      <SubmitButton kind="danger">Delete template</SubmitButton>
    </ActionForm>
  );
}
