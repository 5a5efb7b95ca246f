import { sideNames } from '#components/campaign/side-names.ts';
import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { SavedDesign, trimSizePx } from '#components/templates/design-frame.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import { isTemplateSize } from '#lib/contract/sizes.ts';
import { sizeLabel } from '#lib/format/size.ts';
import { AGENT_FIELDS, LISTING_FIELDS, type PreviewField, SENDER_FIELDS } from '#lib/forms/preview-form.ts';
import { draftHref } from '#lib/http/file-urls.ts';
import { FieldGrid, ListingDetails } from './field-grid.tsx';
import { FieldGroup } from './field-group.tsx';
import { FilledSides } from './filled-sides.tsx';
import { VariableFields } from './variable-fields.tsx';

const FORM_ID = 'preview-form';

interface PreviewFormProps {
  readonly templateId: number;
  readonly size: string | undefined;
  /** The number of sides in the saved template. */
  readonly sideCount: number;
  /** Names of the template's variables. */
  readonly variables: readonly string[];
  /** The fields' initial values, by field name. */
  readonly exampleValues: Readonly<Record<string, string>> | undefined;
  readonly action: FormAction;
}

/**
 * A form for all values that a preview accepts, starting with the template's own variables. The rendered
 * sides are shown beside the form.
 */
export function PreviewForm({
  templateId,
  size,
  sideCount,
  variables,
  exampleValues = {},
  action,
}: PreviewFormProps) {
  const hasExample = Object.keys(exampleValues).length > 0;
  /** Returns true if the template lists a variable with the prefix, or doesn't list any variables. */
  const usesPrefix = (prefix: string) =>
    variables.length === 0 || variables.some((name) => name.startsWith(prefix));
  const fieldGrid = (fields: readonly PreviewField[]) => <FieldGrid fields={fields} values={exampleValues} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] wide:gap-x-5.5">
      <ActionForm
        id={FORM_ID}
        action={action}
        hidden={{ id: templateId }}
        className="grid min-w-0 gap-4"
        afterForm={
          <FilledSides
            formId={FORM_ID}
            draftHref={draftHref(templateId)}
            trim={trimSizePx(size)}
            savedNote="Saved template. Variables appear in double braces."
            filledNote="Print preview with your values."
            emptyNote={<p className="py-10 text-muted">This template has no designs to preview.</p>}
            savedSides={sideNames(sideCount).map((name, side) => (
              <SavedDesign
                key={name}
                templateId={templateId}
                side={side}
                size={size}
                label={`${name}, as saved`}
                className="shadow-mailpiece"
              />
            ))}
          >
            {isTemplateSize(size) && (
              <>
                {' '}
                <span className="whitespace-nowrap">{sizeLabel(size)}.</span>
              </>
            )}
          </FilledSides>
        }
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
          <VariableFields variables={variables} values={exampleValues} />
        </FieldGroup>
        <FieldGroup title="Listing" isOpen fieldNames={LISTING_FIELDS.map(({ name }) => name)}>
          {fieldGrid(LISTING_FIELDS)}
          <ListingDetails values={exampleValues} />
        </FieldGroup>
        <FieldGroup
          title="Agent"
          isOpen={hasExample || usesPrefix('agent_')}
          fieldNames={AGENT_FIELDS.map(({ name }) => name)}
        >
          {fieldGrid(AGENT_FIELDS)}
        </FieldGroup>
        <FieldGroup
          title="Sender"
          isOpen={hasExample || usesPrefix('sender_')}
          fieldNames={SENDER_FIELDS.map(({ name }) => name)}
        >
          {fieldGrid(SENDER_FIELDS)}
        </FieldGroup>
        {/* Hidden if the preview is beside the form, because the preview then has its own button. */}
        <div className="sticky bottom-21 z-5 grid gap-2.5 rounded-lg border border-line bg-card p-3 shadow-overlay rail:bottom-4 wide:hidden">
          <FormMessage />
          <SubmitButton className="py-2.75">Show preview</SubmitButton>
        </div>
      </ActionForm>
    </div>
  );
}
