/** The sentence beside a field that holds something wrong. The field names it with aria-describedby. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <p id={id} className="mt-1 text-sm text-red">
      {children}
    </p>
  );
}
