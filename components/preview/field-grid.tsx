import { Field } from '#components/forms/field.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { TextArea } from '#components/forms/text-area.tsx';
import { LOT_SIZE_TYPES } from '#lib/contract/sizes.ts';
import { sentenceCase } from '#lib/format/text.ts';
import { LOT_SIZE_TYPE, PHOTOS, type PreviewField } from '#lib/forms/preview-form.ts';
import { MAX_PHOTOS, MAX_TEXT_LENGTH } from '#lib/input-limits.ts';

type Values = Readonly<Record<string, string>>;

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
