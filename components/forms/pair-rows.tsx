'use client';

import { type ReactNode, useState } from 'react';
import { buttonClass } from '#components/ui/button.ts';
import { MOST_PAIRS } from '#lib/contract/limits.ts';
import { keyField, valueField } from '#lib/forms/template-form.ts';
import { useForm } from './action-form.tsx';
import { CONTROL_CLASS } from './control.ts';
import { FieldError } from './problem.tsx';

interface PairRowsProps {
  /** What its fields' names begin with, as in keyField; a form may have other pairs besides. */
  readonly prefix?: string;
  /** To begin with. The keys of those that are named stand there and can't be changed. */
  readonly pairs: readonly PairRow[];
  /** So many empty rows stand ready, so that others can be added without a script. */
  readonly emptyRows: number;
  /** What a key is called, and what has a value: "Name" and "Value of variable". */
  readonly labels: { readonly key: string; readonly keyOf: string; readonly valueOf: string };
  /** On the button that adds a row. */
  readonly children: ReactNode;
}

interface PairRow {
  readonly key: string;
  readonly value: string | undefined;
  readonly hasFixedKey?: boolean;
}

/** Keys with their values, a row each. */
export function PairRows({ prefix: of, pairs, emptyRows: spare, labels: words, children }: PairRowsProps) {
  const { values = {} } = useForm().state;
  const typed = Array.from({ length: MOST_PAIRS }, (_, row) => row).findLastIndex(
    (row) => values[keyField(row, of)] || values[valueField(row, of)],
  );
  const [rows, setRows] = useState(Math.min(Math.max(pairs.length, typed + 1) + spare, MOST_PAIRS));
  return (
    <>
      <div className="grid gap-2">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and never move
          <Row key={row} row={row} prefix={of} labels={words} pair={pairs[row]} />
        ))}
      </div>
      {rows < MOST_PAIRS && (
        <button
          type="button"
          onClick={() => setRows(rows + 1)}
          className={buttonClass('quiet', 'mt-2 -ml-3.5 scriptless:hidden')}
        >
          {children}
        </button>
      )}
    </>
  );
}

interface RowProps extends Pick<PairRowsProps, 'of' | 'words'> {
  readonly row: number;
  readonly pair: PairRow | undefined;
}

function Row({ row, prefix: of, labels: words, pair = { key: '', value: '' } }: RowProps) {
  const { fields = {}, values = {} } = useForm().state;
  const [key, value] = [keyField(row, of), valueField(row, of)];
  const problem = fields[key] ?? fields[value];
  const shared = {
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem && `${key}-problem`,
    autoComplete: 'off',
    className: CONTROL_CLASS,
  };
  const ofValue = {
    ...shared,
    id: value,
    name: value,
    defaultValue: values[value] ?? pair.value,
    ...(!pair.hasFixedKey && { placeholder: 'Value', 'aria-label': `${words.valueOf} ${row + 1}` }),
  };
  return (
    <div>
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-center gap-2">
        {pair.hasFixedKey ? (
          <label htmlFor={value} className="truncate font-mono text-sm" title={pair.key}>
            <input type="hidden" name={key} value={pair.key} />
            {pair.key}
          </label>
        ) : (
          <input
            {...shared}
            name={key}
            defaultValue={values[key] ?? pair.key}
            placeholder={words.key}
            aria-label={`${words.keyOf} ${row + 1}`}
          />
        )}
        {/* A field of one line would take the line ends out. */}
        {pair.value?.includes('\n') ? (
          <textarea {...ofValue} rows={2} className={`${CONTROL_CLASS} h-auto!`} />
        ) : (
          <input {...ofValue} />
        )}
      </div>
      <FieldError id={`${key}-problem`}>{problem}</FieldError>
    </div>
  );
}
