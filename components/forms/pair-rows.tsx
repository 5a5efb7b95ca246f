'use client';

import { type ReactNode, useState } from 'react';
import { buttonClass } from '#components/ui/button.ts';
import { MAX_META_DATA_PAIRS } from '#lib/contract/limits.ts';
import { keyField, valueField } from '#lib/forms/template-form.ts';
import { useForm } from './action-form.tsx';
import { CONTROL_CLASS, FieldError } from './labeled-control.tsx';

interface PairRowsProps {
  /** Prefix for the field names (see `keyField`), for a form with several lists of pairs. */
  readonly prefix?: string;
  /** The initial rows. */
  readonly pairs: readonly PairRow[];
  /** Number of empty rows to add, so that pairs can be added without JavaScript. */
  readonly emptyRows: number;
  /**
   * `key` is the placeholder for keys. The other two are accessible names, to which the row number is added.
   */
  readonly labels: { readonly key: string; readonly keyName: string; readonly valueName: string };
  /** The label of the button that adds a row. */
  readonly children: ReactNode;
}

interface PairRow {
  readonly key: string;
  readonly value: string | undefined;
  /** Shows the key as a label that the user can't change. */
  readonly hasFixedKey?: boolean;
}

/** Editable key–value pairs, one row each. */
export function PairRows({ prefix, pairs, emptyRows, labels, children }: PairRowsProps) {
  const { values = {} } = useForm().state;
  const lastFilled = Array.from({ length: MAX_META_DATA_PAIRS }, (_, row) => row).findLastIndex(
    (row) => values[keyField(row, prefix)] || values[valueField(row, prefix)],
  );
  const [rows, setRows] = useState(
    Math.min(Math.max(pairs.length, lastFilled + 1) + emptyRows, MAX_META_DATA_PAIRS),
  );
  return (
    <>
      <div className="grid gap-2">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity and never move
          <Row key={row} row={row} prefix={prefix} labels={labels} pair={pairs[row]} />
        ))}
      </div>
      {rows < MAX_META_DATA_PAIRS && (
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

interface RowProps extends Pick<PairRowsProps, 'prefix' | 'labels'> {
  readonly row: number;
  readonly pair: PairRow | undefined;
}

function Row({ row, prefix, labels, pair = { key: '', value: '' } }: RowProps) {
  const { fields = {}, values = {} } = useForm().state;
  const [key, value] = [keyField(row, prefix), valueField(row, prefix)];
  const error = fields[key] ?? fields[value];
  const sharedProps = {
    'aria-invalid': error !== undefined,
    'aria-describedby': error && `${key}-error`,
    autoComplete: 'off',
    className: CONTROL_CLASS,
  };
  const valueProps = {
    ...sharedProps,
    id: value,
    name: value,
    defaultValue: values[value] ?? pair.value,
    ...(!pair.hasFixedKey && { placeholder: 'Value', 'aria-label': `${labels.valueName} ${row + 1}` }),
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
            {...sharedProps}
            name={key}
            defaultValue={values[key] ?? pair.key}
            placeholder={labels.key}
            aria-label={`${labels.keyName} ${row + 1}`}
          />
        )}
        {/* A single-line input would drop the line breaks. */}
        {pair.value?.includes('\n') ? (
          <textarea {...valueProps} rows={2} className={`${CONTROL_CLASS} h-auto!`} />
        ) : (
          <input {...valueProps} />
        )}
      </div>
      <FieldError id={`${key}-error`}>{error}</FieldError>
    </div>
  );
}
