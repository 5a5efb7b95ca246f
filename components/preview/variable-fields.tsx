'use client';

import { useState } from 'react';
import { VARIABLE } from '#lib/format/preview-form.ts';
import { keyField, MOST_PAIRS, valueField } from '#lib/format/template-form.ts';
import { useForm } from '../forms/action-form.tsx';
import { CONTROL } from '../forms/control.ts';
import { Problem } from '../forms/problem.tsx';
import { buttonClass } from '../ui/button.ts';

/** So many empty rows stand ready, so that others can be added without a script. */
const SPARE_ROWS = 1;

interface VariableFieldsProps {
  readonly variables: readonly string[];
  readonly values: Readonly<Record<string, string>>;
}

/** A row for each variable that the template lists, and some for others. */
export function VariableFields({ variables, values }: VariableFieldsProps) {
  const { state } = useForm();
  const typed = Array.from({ length: MOST_PAIRS }, (_, row) => row).findLastIndex(
    (row) => state.values?.[keyField(row, VARIABLE)] || state.values?.[valueField(row, VARIABLE)],
  );
  const [rows, setRows] = useState(Math.min(Math.max(variables.length, typed + 1) + SPARE_ROWS, MOST_PAIRS));
  return (
    <>
      <p className="mb-3 text-sm text-muted">A value given here goes before those of the same name below.</p>
      <div className="grid gap-2">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and never move
          <Row key={row} row={row} variable={variables[row]} values={values} />
        ))}
      </div>
      {rows < MOST_PAIRS && (
        <button
          type="button"
          onClick={() => setRows(rows + 1)}
          className={buttonClass('quiet', 'mt-2 -ml-3.5 scriptless:hidden')}
        >
          + Another variable
        </button>
      )}
    </>
  );
}

interface RowProps extends Pick<VariableFieldsProps, 'values'> {
  readonly row: number;
  /** Undefined for one that the template doesn't list. */
  readonly variable: string | undefined;
}

function Row({ row, variable, values }: RowProps) {
  const { state } = useForm();
  const [key, value] = [keyField(row, VARIABLE), valueField(row, VARIABLE)];
  const problem = state.fields?.[key] ?? state.fields?.[value];
  const shared = {
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem && `${key}-problem`,
    autoComplete: 'off',
    className: CONTROL,
  };
  return (
    <div>
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-center gap-2">
        {variable === undefined ? (
          <input
            {...shared}
            name={key}
            defaultValue={state.values?.[key]}
            placeholder="Name"
            aria-label={`Name of variable ${row + 1}`}
          />
        ) : (
          <label htmlFor={value} className="truncate font-mono text-sm" title={variable}>
            <input type="hidden" name={key} value={variable} />
            {variable}
          </label>
        )}
        <input
          {...shared}
          id={value}
          name={value}
          defaultValue={state.values?.[value] ?? values[value]}
          {...(variable === undefined && {
            placeholder: 'Value',
            'aria-label': `Value of variable ${row + 1}`,
          })}
        />
      </div>
      <Problem id={`${key}-problem`}>{problem}</Problem>
    </div>
  );
}
