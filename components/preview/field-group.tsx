'use client';

import type { ReactNode } from 'react';
import { useForm } from '#components/forms/action-form.tsx';
import { Field } from '#components/forms/field.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { TextArea } from '#components/forms/text-area.tsx';
import { LOT_SIZE_TYPES } from '#lib/contract/sizes.ts';
import { sentenceCase } from '#lib/format/text.ts';
import { LOT_SIZE_TYPE, PHOTOS, type PreviewField } from '#lib/forms/preview-form.ts';
import { MAX_PHOTOS, MAX_TEXT_LENGTH } from '#lib/input-limits.ts';

type Values = Readonly<Record<string, string>>;

interface FieldGroupProps {
  readonly title: string;
  /** True if the group is initially expanded. */
  readonly isOpen: boolean;
  /** The group expands if any field has an error or a value. */
  readonly fieldNames: readonly string[];
  readonly children: ReactNode;
}

export function FieldGroup({ title, isOpen, fieldNames, children }: FieldGroupProps) {
  const { fields = {}, values = {} } = useForm().state;
  const hasErrorOrValue = fieldNames.some((name) => fields[name] !== undefined || Boolean(values[name]));
  return (
    <details
      open={isOpen || hasErrorOrValue}
      className="group/fields min-w-0 rounded-lg border border-line bg-card shadow-card"
    >
      <summary className="flex items-center justify-between gap-3 rounded-lg p-4.5 group-open/fields:pb-3">
        <h2>{title}</h2>
        <span aria-hidden="true" className="text-muted transition-transform group-open/fields:rotate-90">
          ›
        </span>
      </summary>
      <fieldset className="min-w-0 px-4.5 pb-4.5">
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </details>
  );
}

export function FieldGrid({ fields, values }: { fields: readonly PreviewField[]; values: Values }) {
  return (
    <div className="grid items-end gap-x-3 gap-y-3.5 sm:grid-cols-2">
      {fields.map(({ name, label, hint, wide, type = 'text' }) => (
        <Field
          key={name}
          name={name}
          label={label}
          hint={hint}
          type={type}
          defaultValue={values[name]}
          autoComplete="off"
          maxLength={MAX_TEXT_LENGTH}
          className={wide ? 'sm:col-span-2' : ''}
        />
      ))}
    </div>
  );
}

/** The fields for a property listing's photos and lot size unit. */
export function ListingDetails({ values }: { values: Values }) {
  return (
    <div className="mt-3.5 grid gap-3.5">
      <SelectField
        name={LOT_SIZE_TYPE}
        label="Lot size unit"
        defaultValue={values[LOT_SIZE_TYPE]}
        className="sm:max-w-1/2"
      >
        <option value="">Not set</option>
        {LOT_SIZE_TYPES.map((type) => (
          <option key={type} value={type}>
            {sentenceCase(type)}
          </option>
        ))}
      </SelectField>
      <TextArea
        name={PHOTOS}
        label="Photos"
        hint={`Up to ${MAX_PHOTOS} image URLs, one per line.`}
        defaultValue={values[PHOTOS]}
        rows={3}
        spellCheck={false}
      />
    </div>
  );
}
