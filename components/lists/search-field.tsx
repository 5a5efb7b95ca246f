import { FieldError } from '#components/forms/field-error.tsx';
import { ControlIcon } from '#components/ui/control-icon.tsx';

interface SearchFieldProps {
  /** Such as "Search customers". */
  readonly label: string;
  /** The text from the URL, even if it's invalid. */
  readonly value: string | undefined;
  readonly problem: string | undefined;
}

/** The `q` field of a list's search form, and the error message for the field. */
export function SearchField({ label, value, problem }: SearchFieldProps) {
  return (
    <>
      <label className="flex items-center gap-2 rounded-md border border-edge bg-card px-2.75 text-muted focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-blue">
        <ControlIcon name="search" className="size-4" />
        <input
          type="search"
          name="q"
          defaultValue={value}
          placeholder={label}
          aria-label={label}
          aria-invalid={problem !== undefined}
          aria-describedby={problem && 'q-problem'}
          className="h-[35px] min-w-0 grow bg-transparent text-ink outline-none"
        />
      </label>
      <FieldError id="q-problem">{problem}</FieldError>
    </>
  );
}
