'use client';

import { CONTROL_CLASS } from '#components/forms/field-error.tsx';
import type { Pair } from '#lib/forms/campaign-fields.ts';

interface MetadataPairsProps {
  readonly rows: readonly Pair[];
  /** Whether a value without a key is marked as invalid. */
  readonly isInvalid: boolean;
}

/** The fields of the metadata filter's pairs. */
export function MetadataPairs({ rows, isInvalid }: MetadataPairsProps) {
  return rows.map(({ key, value }, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids and are never reordered
    <div key={i} className="flex max-w-lg items-center gap-2">
      <input
        name="meta_data[][key]"
        defaultValue={key}
        placeholder="Key"
        aria-label={`Key ${i + 1}`}
        aria-invalid={isInvalid && key === '' && value !== ''}
        className={CONTROL_CLASS}
      />
      <input
        name="meta_data[][value]"
        defaultValue={value}
        placeholder="Value"
        aria-label={`Value ${i + 1}`}
        className={CONTROL_CLASS}
      />
    </div>
  ));
}
