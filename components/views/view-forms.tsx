import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { Checkbox } from '#components/forms/checkbox.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import type { SavedView } from '#lib/domain/saved-view.ts';
import { MAX_VIEW_NAME_LENGTH } from '#lib/input-limits.ts';

const NAME_PROPS = {
  name: 'name',
  label: 'Name',
  maxLength: MAX_VIEW_NAME_LENGTH,
  autoComplete: 'off',
} as const;

interface NewViewFormProps {
  /** The list's filters, order, and columns. */
  readonly query: string;
  readonly canSaveTeamViews: boolean;
  readonly action: FormAction;
}

export function NewViewForm({ query, canSaveTeamViews, action }: NewViewFormProps) {
  return (
    <ActionForm action={action} hidden={{ list: query }} className="grid gap-4">
      <FormMessage />
      <Field {...NAME_PROPS} dir="auto" />
      {canSaveTeamViews && (
        <Checkbox
          name="team"
          label="Share with the team"
          hint="Every member can open a team view. You and admins can change it."
        />
      )}
      <SubmitButton>Save view</SubmitButton>
    </ActionForm>
  );
}

interface ViewFormProps {
  readonly view: SavedView;
  readonly action: FormAction;
}

export function RenameViewForm({ view, action }: ViewFormProps) {
  const hidden = { id: view.id, revision: view.revision };
  return (
    <ActionForm action={action} hidden={hidden} className="grid gap-4">
      <FormMessage />
      <Field {...NAME_PROPS} dir="auto" defaultValue={view.name} />
      <SubmitButton>Save name</SubmitButton>
    </ActionForm>
  );
}

export function DeleteViewForm({ view, action }: ViewFormProps) {
  return (
    <ActionForm action={action} hidden={{ id: view.id }} className="grid gap-3">
      <p className="text-muted">
        {view.isTeam
          ? 'The view will be deleted for every member. Members who chose it as their start page will see the overview instead.'
          : 'The view will be deleted. If it’s your start page, you’ll see the overview instead.'}{' '}
        Campaigns don’t change.
      </p>
      <FormMessage />
      <SubmitButton kind="danger">Delete view</SubmitButton>
    </ActionForm>
  );
}
