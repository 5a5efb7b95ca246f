/** CSS classes for text fields, text areas, and select elements. */
export const CONTROL_CLASS = 'control';

/** A field's error message. The field's `aria-describedby` must include `id`. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <p id={id} className="mt-1 text-sm text-red">
      {children}
    </p>
  );
}
