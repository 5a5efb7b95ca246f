'use client';

import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import { AGENT_FIELDS, LISTING_FIELDS, type PreviewField, SENDER_FIELDS } from '#lib/forms/preview-form.ts';
import { FieldGrid, FieldGroup, ListingDetails } from './field-group.tsx';
import { FilledSides } from './filled-sides.tsx';
import { VariableFields } from './variable-fields.tsx';

interface PreviewFormProps {
  readonly templateId: number;
  readonly size: string | undefined;
  /** How many the saved template has. */
  readonly sideCount: number;
  /** Names, as the template lists them. */
  readonly variables: readonly string[];
  /** Values to begin with, by field. */
  readonly exampleValues: Readonly<Record<string, string>> | undefined;
  readonly action: FormAction;
}

/** Every value that a preview takes, those first that this template asks for, and what comes of them. */
export function PreviewForm({ templateId, size, sideCount: sides, variables, exampleValues: example = {}, action }: PreviewFormProps) {
  const hasExample = Object.keys(example).length > 0;
  /** A group is open at first when the template has variables of its kind, or lists none at all. */
  const uses = (prefix: string) =>
    variables.length === 0 || variables.some((name) => name.startsWith(prefix));
  const group = (fields: readonly PreviewField[]) => <FieldGrid fields={fields} values={example} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] wide:gap-x-5.5">
      <ActionForm
        action={action}
        hidden={{ id: templateId }}
        className="grid min-w-0 gap-4"
        afterForm={<FilledSides templateId={templateId} size={size} savedSideCount={sides} />}
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-muted">Blank fields are skipped.</p>
          <PageLink
            href={`/templates/${templateId}/preview${hasExample ? '' : '?values=example'}`}
            className={buttonClass('plain', 'text-sm')}
          >
            {hasExample ? 'Clear all fields' : 'Fill with example values'}
          </PageLink>
        </div>
        <FieldGroup title="Template variables" isOpen fieldNames={[]}>
          <VariableFields variables={variables} values={example} />
        </FieldGroup>
        <FieldGroup title="Listing" isOpen fieldNames={LISTING_FIELDS.map(({ name }) => name)}>
          {group(LISTING_FIELDS)}
          <ListingDetails values={example} />
        </FieldGroup>
        <FieldGroup
          title="Agent"
          isOpen={hasExample || uses('agent_')}
          fieldNames={AGENT_FIELDS.map(({ name }) => name)}
        >
          {group(AGENT_FIELDS)}
        </FieldGroup>
        <FieldGroup
          title="Sender"
          isOpen={hasExample || uses('sender_')}
          fieldNames={SENDER_FIELDS.map(({ name }) => name)}
        >
          {group(SENDER_FIELDS)}
        </FieldGroup>
        <div className="sticky bottom-21 z-5 grid gap-2.5 rounded-lg border border-line bg-card p-3 shadow-over rail:bottom-4">
          <FormMessage />
          <SubmitButton className="py-2.75">Show preview</SubmitButton>
        </div>
      </ActionForm>
    </div>
  );
}
