'use client';

import { type ReactNode, useState } from 'react';
import { buttonClass } from '#components/ui/button.ts';
import { keyField, valueField } from '#lib/forms/pair-fields.ts';
import { useForm } from './action-form.tsx';
import { CONTROL_CLASS, FieldError } from './field-error.tsx';
import { useDefaultText } from './use-default-text.ts';

interface PairRowsProps {
  /** The prefix of the field names. Required if a form contains several lists of pairs. */
  readonly prefix?: string;
  /** The initial rows. */
  readonly pairs: readonly PairRow[];
  /**
   * The number of empty rows after the initial rows. Without JavaScript, users can add pairs only in empty
   * rows.
   */
  readonly emptyRows: number;
  readonly maxRows: number;
  /**
   * `key` is the placeholder for the key fields. `keyName` and `valueName` are the fields' accessible names,
   * without the row number.
   */
  readonly labels: { readonly key: string; readonly keyName: string; readonly valueName: string };
  /** The label of the button that adds a row. */
  readonly children: ReactNode;
}

interface PairRow {
  readonly key: string;
  readonly value: string | undefined;
  /** The label of a row whose key the user can't edit. */
  readonly label?: ReactNode;
}

/** A list of editable key–value pairs, with one row for each pair. */
export function PairRows({ prefix, pairs, emptyRows, maxRows, labels, children }: PairRowsProps) {
  const { values = {} } = useForm().state;
  const [rows, setRows] = useState(() => {
    let filled = maxRows;
    const isEmpty = (row: number) => !values[keyField(row, prefix)] && !values[valueField(row, prefix)];
    while (filled > pairs.length && isEmpty(filled - 1)) filled--;
    return Math.min(filled + emptyRows, maxRows);
  });
  return (
    <>
      <div className="grid gap-2">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are never removed or reordered
          <Row key={row} row={row} prefix={prefix} labels={labels} pair={pairs[row]} />
        ))}
      </div>
      {rows < maxRows && (
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

function Row({ row, prefix, labels, pair: { label, ...pair } = { key: '', value: '' } }: RowProps) {
  const { fields = {}, values = {} } = useForm().state;
  const [key, value] = [keyField(row, prefix), valueField(row, prefix)];
  const error = fields[key] ?? fields[value];
  const defaultValue = values[value] ?? pair.value;
  const defaultText = useDefaultText(defaultValue);
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
    ...(label === undefined && { placeholder: 'Value', 'aria-label': `${labels.valueName} ${row + 1}` }),
  };
  return (
    <div>
      <div
        className={`grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-center broad:grid-cols-[15rem_minmax(0,1fr)] gap-2 ${label === undefined ? '' : 'max-sm:grid-cols-1 max-sm:gap-0.5'}`}
      >
        {label === undefined ? (
          <input
            {...sharedProps}
            name={key}
            defaultValue={values[key] ?? pair.key}
            placeholder={labels.key}
            aria-label={`${labels.keyName} ${row + 1}`}
          />
        ) : (
          <label htmlFor={value} className="font-mono text-sm wrap-anywhere">
            <input type="hidden" name={key} value={pair.key} />
            {label}
          </label>
        )}
        {/* A single-line input would remove line breaks from the value. */}
        {pair.value?.includes('\n') ? (
          <textarea {...valueProps} {...defaultText} rows={2} className={`${CONTROL_CLASS} h-auto!`} />
        ) : (
          <input {...valueProps} defaultValue={defaultValue} />
        )}
      </div>
      <FieldError id={`${key}-error`}>{error}</FieldError>
    </div>
  );
}
