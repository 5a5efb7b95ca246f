'use client';

import { PairRows } from '#components/forms/pair-rows.tsx';
import { VARIABLE } from '#lib/forms/preview-form.ts';
import { valueField } from '#lib/forms/template-form.ts';

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
    hasFixedKey: true,
  }));
  return (
    <>
      <p className="mb-3 text-sm text-muted">
        If a template variable and a field below have the same name, the template variable’s value is used.
      </p>
      <PairRows prefix={VARIABLE} pairs={pairs} emptyRows={1} labels={LABELS}>
        + Add variable
      </PairRows>
    </>
  );
}
