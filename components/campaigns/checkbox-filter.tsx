import { FieldError } from '#components/forms/field-error.tsx';
import { Checkboxes } from '#components/ui/checkboxes.tsx';
import type { Option } from '#components/ui/options.tsx';

interface CheckboxFilterProps {
  readonly name: string;
  readonly legend: string;
  readonly options: readonly Option[];
  readonly values: readonly string[] | undefined;
  readonly problem: string | undefined;
}

/** A filter with several values. Values from the URL that aren't in the list are added, so that they stay visible. */
export function CheckboxFilter({ name, legend, options, values = [], problem }: CheckboxFilterProps) {
  const isListed = (value: string) => options.some(([listed]) => listed === value);
  const others = values.filter((value) => !isListed(value)).map((value): Option => [value, value]);
  return (
    <fieldset aria-describedby={problem && `${name}-problem`} className="min-w-0">
      <legend className="mb-0.5 text-xs text-muted">{legend}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-0.5">
        <Checkboxes
          checkboxes={[...options, ...others].map(([value, label]) => [
            name,
            value,
            label,
            values.includes(value),
            problem !== undefined && !isListed(value),
          ])}
        />
      </div>
      <FieldError id={`${name}-problem`}>{problem}</FieldError>
    </fieldset>
  );
}
