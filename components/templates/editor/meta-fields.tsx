'use client';

import { useState } from 'react';
import { keyField, MOST_PAIRS, valueField } from '#lib/format/template-form.ts';
import { useForm } from '../../forms/action-form.tsx';
import { CONTROL } from '../../forms/control.ts';
import { Problem } from '../../forms/problem.tsx';
import { buttonClass } from '../../ui/button.ts';
import { Card } from '../../ui/card.tsx';

/** So many empty rows stand ready, so that several pairs can be added without a script. */
const SPARE_ROWS = 2;

/** What the customer's own programs keep with the template. */
export function MetaFields({ pairs }: { pairs: Readonly<Record<string, string>> }) {
  const { state } = useForm();
  const entries = Object.entries(pairs);
  const typed = Array.from({ length: MOST_PAIRS }, (_, row) => row).findLastIndex(
    (row) => state.values?.[keyField(row)] || state.values?.[valueField(row)],
  );
  const [rows, setRows] = useState(Math.min(Math.max(entries.length, typed + 1) + SPARE_ROWS, MOST_PAIRS));
  return (
    <Card title="Metadata">
      <p className="-mt-1 mb-3 text-sm text-muted">
        Keys and values that your own programs go by. What stands here takes the place of all that was there
        before.
        {entries.length > 0 &&
          ' The last pair can’t be taken out: without any, the service keeps what it has.'}
      </p>
      <div className="grid gap-2">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and never move
          <Row key={row} row={row} pair={entries[row]} />
        ))}
      </div>
      {rows < MOST_PAIRS && (
        <button
          type="button"
          onClick={() => setRows(rows + 1)}
          className={buttonClass('quiet', 'mt-2 -ml-3.5 scriptless:hidden')}
        >
          + Another pair
        </button>
      )}
    </Card>
  );
}

function Row({ row, pair: [key, value] = ['', ''] }: { row: number; pair: [string, string] | undefined }) {
  const { state } = useForm();
  const problem = state.fields?.[keyField(row)] ?? state.fields?.[valueField(row)];
  const shared = {
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem && `pair-${row}-problem`,
  };
  return (
    <div>
      <div className="flex items-center gap-2">
        <input
          {...shared}
          name={keyField(row)}
          defaultValue={state.values?.[keyField(row)] ?? key}
          placeholder="Key"
          aria-label={`Key ${row + 1}`}
          className={CONTROL}
        />
        <input
          {...shared}
          name={valueField(row)}
          defaultValue={state.values?.[valueField(row)] ?? value}
          placeholder="Value"
          aria-label={`Value ${row + 1}`}
          className={CONTROL}
        />
      </div>
      <Problem id={`pair-${row}-problem`}>{problem}</Problem>
    </div>
  );
}
