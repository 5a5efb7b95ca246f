import { Fragment } from 'react';
import { PairRows } from '#components/forms/pair-rows.tsx';
import { valueField } from '#lib/forms/pair-fields.ts';
import { VARIABLE } from '#lib/forms/preview-form.ts';
import { MAX_META_DATA_PAIRS } from '#lib/input-limits.ts';

const LABELS = { key: 'Name', keyName: 'Variable name', valueName: 'Variable value' };

interface VariableFieldsProps {
  readonly variables: readonly string[];
  readonly values: Readonly<Record<string, string>>;
}

/** Shows a row for each of the template's variables, and an empty row for an additional variable. */
export function VariableFields({ variables, values }: VariableFieldsProps) {
  const pairs = variables.map((key, row) => ({
    key,
    value: values[valueField(row, VARIABLE)],
    // The name can wrap after each underscore.
    label: key.split(/(?<=_)/).map((part, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts are never reordered
      <Fragment key={`${i} ${part}`}>
        {i > 0 && <wbr />}
        {part}
      </Fragment>
    )),
  }));
  return (
    <>
      <p className="mb-3 text-sm text-muted">
        If a template variable and a field below have the same name, the template variable’s value is used.
      </p>
      <PairRows prefix={VARIABLE} pairs={pairs} emptyRows={1} maxRows={MAX_META_DATA_PAIRS} labels={LABELS}>
        + Add variable
      </PairRows>
    </>
  );
}
