'use client';

export type Option = readonly [value: string, label: string];

/**
 * The options of a select element. A client component, so that a page's data contains only the values and
 * labels, not an element for each.
 */
export function Options({ options }: { options: readonly Option[] }) {
  return options.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
