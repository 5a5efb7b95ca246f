'use client';

import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { MENU_CLASS } from '#components/lists/menu.ts';
import { Checkboxes } from '#components/ui/checkboxes.tsx';
import { Options } from '#components/ui/options.tsx';
import { DENSITIES, LIST_COLUMNS, type ListView, metadataKeyOf } from '#lib/domain/list-view.ts';
import { COLUMN_NAMES, DENSITY_NAMES } from '#lib/format/list-columns.ts';
import {
  columnField,
  MAX_METADATA_COLUMNS,
  metadataField,
  OTHER_METADATA_FIELD,
} from '#lib/forms/display-fields.ts';
import { PAGE_SIZES } from '#lib/forms/paging.ts';

export interface DisplayFormProps {
  readonly view: ListView;
  /** The metadata keys that the form offers as columns, taken from the campaigns on the page. */
  readonly listedKeys: readonly string[];
  readonly listHref: string;
  readonly action: FormAction;
}

/** A form for choosing columns, density, and rows per page. Mailroom saves each member's choices. */
export function DisplayForm({ view, listedKeys, listHref, action }: DisplayFormProps) {
  const chosenKeys = view.columns.flatMap((column) => metadataKeyOf(column) ?? []);
  const keys = [...new Set([...chosenKeys, ...listedKeys])].slice(0, MAX_METADATA_COLUMNS);
  const sizes = [...new Set([...PAGE_SIZES, view.perPage])].sort((a, b) => a - b);
  return (
    <div className={`${MENU_CLASS} rail:left-auto rail:w-96`}>
      <ActionForm action={action} hidden={{ list: listHref }} className="grid gap-3">
        <FormMessage />
        <div className="grid grid-cols-2 gap-3">
          <SelectField name="density" label="Density" defaultValue={view.density}>
            <Options options={DENSITIES.map((density) => [density, DENSITY_NAMES[density]])} />
          </SelectField>
          <SelectField name="per_page" label="Rows per page" defaultValue={view.perPage}>
            <Options options={sizes.map((size) => [String(size), String(size)])} />
          </SelectField>
        </div>
        <fieldset>
          <legend className="mb-1 font-[550]">Columns</legend>
          <div className="grid grid-cols-2 gap-x-4">
            <Checkboxes
              checkboxes={LIST_COLUMNS.map((column) => [
                columnField(column),
                'on',
                COLUMN_NAMES[column],
                view.columns.includes(column),
              ])}
            />
          </div>
        </fieldset>
        <fieldset className="min-w-0">
          <legend className="mb-1 font-[550]">Metadata columns</legend>
          <div className="grid grid-cols-2 gap-x-4">
            <Checkboxes
              checkboxes={keys.map((key, i) => [metadataField(i), key, key, chosenKeys.includes(key)])}
            />
          </div>
          <div className="mt-1.5">
            <Field name={OTHER_METADATA_FIELD} label="Another key (optional)" autoComplete="off" />
          </div>
        </fieldset>
        <div className="flex gap-2">
          <SubmitButton kind="plain">Apply</SubmitButton>
          <SubmitButton kind="quiet" name="reset" value="on">
            Reset
          </SubmitButton>
        </div>
      </ActionForm>
    </div>
  );
}
