'use client';

export type Checkbox = readonly [
  name: string,
  value: string,
  label: string,
  isChecked: boolean,
  isInvalid?: boolean,
];

/**
 * Checkboxes with labels. A client component, so that a page's data contains only the checkboxes' values, not
 * their elements.
 */
export function Checkboxes({ checkboxes }: { checkboxes: readonly Checkbox[] }) {
  return checkboxes.map(([name, value, label, isChecked, isInvalid]) => (
    <label key={`${name} ${value}`} className="choice">
      <input type="checkbox" name={name} value={value} defaultChecked={isChecked} aria-invalid={isInvalid} />
      <bdi>{label}</bdi>
    </label>
  ));
}
