'use client';

import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { ActionForm, type FormAction, useForm } from '#components/forms/action-form.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit.tsx';
import { TextArea } from '#components/forms/text-area.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { isTemplateSize, MAX_NAME, MAX_TEXT } from '#lib/contract/limits.ts';
import type { Template } from '#lib/contract/resources.ts';
import { designBytes, MAX_DESIGN_BYTES } from '#lib/forms/template-form.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { MetadataFields } from './meta-fields.tsx';
import { SidesEditor } from './sides-editor.tsx';
import { SizeField } from './size-field.tsx';

interface TemplateEditorProps {
  readonly template: Template;
  /** Which version of it this is. */
  readonly seen: string;
  readonly action: FormAction;
}

export function TemplateEditor({ template, seen, action }: TemplateEditorProps) {
  const isDirty = useRef(false);
  const isSaving = useRef(false);
  const dirty = () => {
    isDirty.current = true;
  };
  // What is larger than a server takes would come back as an error page, and be lost.
  const refuse = (event: FormEvent) => {
    const form = event.target instanceof HTMLFormElement ? event.target : undefined;
    const sides =
      form?.querySelectorAll<HTMLTextAreaElement>('textarea:is([name="front"], [name="back"])') ?? [];
    if (![...sides].some(({ value }) => designBytes(value) > MAX_DESIGN_BYTES)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div onInput={dirty} onSubmitCapture={refuse}>
      <LeaveGuard isDirty={isDirty} isSaving={isSaving} />
      <ActionForm action={action} hidden={{ id: template.id }} className="grid gap-4">
        <Fields template={template} seen={seen} onEdit={dirty} isSaving={isSaving} />
      </ActionForm>
    </div>
  );
}

interface FieldsProps extends Omit<TemplateEditorProps, 'action'> {
  readonly onEdit: () => void;
  /** Told whether the form is being sent. */
  readonly isSaving: RefObject<boolean>;
}

function Fields({ template, seen: seenNow, onEdit, isSaving }: FieldsProps) {
  const { state, pending } = useForm();
  useEffect(() => {
    isSaving.current = pending;
  }, [isSaving, pending]);
  const { id, name, description, meta_data } = template;
  const [size, setSize] = useState(
    state.values?.size ?? (isTemplateSize(template.size) ? template.size : ''),
  );
  // Of what was opened, also when the page is read again below it.
  const [seen] = useState(state.values?.seen ?? seenNow);
  const isOutdated = state.failure?.kind === 'refused' && state.failure.code === 'changed_meanwhile';
  return (
    <>
      <input type="hidden" name="seen" value={seen} />
      <Card>
        <div className="grid gap-4 rail:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <Field
            name="name"
            label="Name"
            defaultValue={name}
            maxLength={MAX_NAME}
            required
            autoComplete="off"
          />
          <SizeField
            size={size}
            onChange={(chosen) => {
              setSize(chosen);
              onEdit();
            }}
          />
          <TextArea
            name="description"
            label="Description"
            defaultValue={description}
            rows={2}
            maxLength={MAX_TEXT}
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
