import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import type { Undo } from '#lib/domain/undo.ts';
import { type DateSettings, formatFull } from '#lib/format/dates.ts';

export type UndoActions = Readonly<Record<Undo['kind'], FormAction>>;

interface UndoFormProps {
  readonly campaignId: number;
  readonly undo: Undo;
  readonly actions: UndoActions;
  readonly dateSettings: DateSettings;
}

/**
 * A button that undoes the change, shown below the confirmation. Outside the live region, so that screen
 * readers don't announce it.
 */
export function UndoForm({ campaignId, undo, actions, dateSettings }: UndoFormProps) {
  const isBilled = 'again' in undo && undo.again.billed !== undefined;
  return (
    <ActionForm
      action={actions[undo.kind]}
      hidden={{ id: campaignId, ...fieldsOf(undo) }}
      className="-mt-1.5 mb-4 grid justify-items-start gap-2 print:hidden"
    >
      <FormMessage />
      {isBilled && (
        <p>
          You’ll be billed {undo.again.total === undefined ? '' : `${undo.again.total} `}on the monthly
          invoice.
        </p>
      )}
      <SubmitButton kind="plain">{labelOf(undo, dateSettings)}</SubmitButton>
    </ActionForm>
  );
}

function fieldsOf(undo: Undo): Readonly<Record<string, string | number>> {
  switch (undo.kind) {
    case 'cancel':
      return {};
    case 'delete_copy':
      return { original: undo.originalId };
    case 'schedule':
    case 'move_back':
      return { date: undo.again.date, ...undo.again.billed };
  }
}

function labelOf(undo: Undo, dateSettings: DateSettings): string {
  switch (undo.kind) {
    case 'cancel':
      return 'Undo scheduling';
    case 'delete_copy':
      return 'Delete copy';
    case 'schedule':
      return `Schedule again for ${formatFull(Date.parse(undo.again.date), dateSettings)}`;
    case 'move_back':
      return `Move back to ${formatFull(Date.parse(undo.again.date), dateSettings)}`;
  }
}
