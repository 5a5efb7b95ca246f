interface KeptFieldsProps {
  /** Names and values. Names can repeat, as metadata parameters do. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** Hidden fields that keep the URL's other parameters when a form is submitted. */
export function KeptFields({ fields }: KeptFieldsProps) {
  return fields.map(([name, value], i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the fields are never reordered, and two fields can be identical
    <input key={i} type="hidden" name={name} value={value} />
  ));
}
