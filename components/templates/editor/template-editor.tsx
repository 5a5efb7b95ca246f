import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { TextArea } from '#components/forms/text-area.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Template } from '#lib/contract/resources.ts';
import { isTemplateSize, TEMPLATE_SIZES } from '#lib/contract/sizes.ts';
import { sizeLabel } from '#lib/format/size.ts';
import { MAX_TEMPLATE_NAME_LENGTH, MAX_TEXT_LENGTH } from '#lib/input-limits.ts';
import { DesignCard } from './design-card.tsx';
import { EDITOR_FORM_ID } from './form-id.ts';
import { MetadataFields } from './metadata-fields.tsx';
import { IfOutdated, OpenedVersion } from './opened-version.tsx';

interface TemplateEditorProps {
  readonly template: Template;
  /**
   * The template's version (see `templateVersion`). Saving fails if the template has changed since this
   * version.
   */
  readonly version: string;
  readonly action: FormAction;
}

export function TemplateEditor({ template, version, action }: TemplateEditorProps) {
  const { id, name, description, meta_data } = template;
  const size = isTemplateSize(template.size) ? template.size : '';
  return (
    <ActionForm id={EDITOR_FORM_ID} action={action} hidden={{ id }} className="grid gap-4">
      <OpenedVersion version={version} />
      <Card>
        <div className="grid gap-4 rail:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <Field
            name="name"
            label="Name"
            defaultValue={name}
            maxLength={MAX_TEMPLATE_NAME_LENGTH}
            required
            autoComplete="off"
          />
          <SelectField name="size" label="Size" defaultValue={size}>
            {size === '' && <option value="">Choose a size</option>}
            {TEMPLATE_SIZES.map((value) => (
              <option key={value} value={value}>
                {sizeLabel(value)}
              </option>
            ))}
          </SelectField>
          <TextArea
            name="description"
            label="Description"
            defaultValue={description}
            rows={2}
            maxLength={MAX_TEXT_LENGTH}
            className="rail:col-span-2"
          />
        </div>
      </Card>
      <DesignCard template={template} size={size} />
      <MetadataFields pairs={meta_data ?? {}} />
      <FormMessage />
      <IfOutdated>
        <a
          href={`/templates/${id}/edit`}
          target="_blank"
          rel="noreferrer"
          className="underline underline-offset-3"
        >
          Open current version in a new tab
        </a>
      </IfOutdated>
      <div className="flex flex-wrap gap-2.5">
        <SubmitButton>Save template</SubmitButton>
        <PageLink href={`/templates/${id}`} className={buttonClass('quiet')}>
          Cancel
        </PageLink>
      </div>
    </ActionForm>
  );
}
