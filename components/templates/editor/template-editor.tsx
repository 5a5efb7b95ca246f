'use client';

import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { ActionForm, type FormAction, useForm } from '#components/forms/action-form.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { TextArea } from '#components/forms/text-area.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Template } from '#lib/contract/resources.ts';
import { isTemplateSize } from '#lib/contract/sizes.ts';
import { designBytes, MAX_DESIGN_BYTES } from '#lib/forms/template-form.ts';
import { MAX_TEMPLATE_NAME_LENGTH, MAX_TEXT_LENGTH } from '#lib/input-limits.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { MetadataFields } from './metadata-fields.tsx';
import { SidesEditor } from './sides-editor.tsx';
import { SizeField } from './size-field.tsx';

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
  const isDirty = useRef(false);
  const isSaving = useRef(false);
  const markDirty = () => {
    isDirty.current = true;
  };
  // Blocks requests over the size limit, because the server's error page would discard the member's text.
  const blockTooLarge = (event: FormEvent) => {
    const form = event.target instanceof HTMLFormElement ? event.target : undefined;
    const sides =
      form?.querySelectorAll<HTMLTextAreaElement>('textarea:is([name="front"], [name="back"])') ?? [];
    if (![...sides].some(({ value }) => designBytes(value) > MAX_DESIGN_BYTES)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div onInput={markDirty} onSubmitCapture={blockTooLarge}>
      <LeaveGuard isDirty={isDirty} isSaving={isSaving} />
      <ActionForm action={action} hidden={{ id: template.id }} className="grid gap-4">
        <EditorFields template={template} version={version} onEdit={markDirty} isSaving={isSaving} />
      </ActionForm>
    </div>
  );
}

interface EditorFieldsProps extends Omit<TemplateEditorProps, 'action'> {
  readonly onEdit: () => void;
  /** True while the form is being submitted. */
  readonly isSaving: RefObject<boolean>;
}

function EditorFields({ template, version, onEdit, isSaving }: EditorFieldsProps) {
  const { state, pending } = useForm();
  useEffect(() => {
    isSaving.current = pending;
  }, [isSaving, pending]);
  const { id, name, description, meta_data } = template;
  const [size, setSize] = useState(
    state.values?.size ?? (isTemplateSize(template.size) ? template.size : ''),
  );
  // Keeps the version that the member opened, even if a refresh updates the page's data.
  const [openedVersion] = useState(state.values?.openedVersion ?? version);
  const isOutdated = state.failure?.kind === 'refused' && state.failure.code === 'changed_meanwhile';
  return (
    <>
      <input type="hidden" name="openedVersion" value={openedVersion} />
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
          <SizeField
            size={size}
            onChange={(newSize) => {
              setSize(newSize);
              onEdit();
            }}
          />
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
      <SidesEditor template={template} size={size} onEdit={onEdit} />
      <MetadataFields pairs={meta_data ?? {}} />
      <FormMessage />
      {isOutdated && (
        <a
          href={`/templates/${id}/edit`}
          target="_blank"
          rel="noreferrer"
          className="underline underline-offset-3"
        >
          Open current version in a new tab
        </a>
      )}
      <div className="flex flex-wrap gap-2.5">
        <SubmitButton>Save template</SubmitButton>
        <PageLink href={`/templates/${id}`} className={buttonClass('quiet')}>
          Cancel
        </PageLink>
      </div>
    </>
  );
}
