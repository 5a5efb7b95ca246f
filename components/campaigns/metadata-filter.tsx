import { CONTROL_CLASS, FieldError } from '#components/forms/labeled-control.tsx';
import { buttonClass } from '#components/ui/button.ts';
import type { Pair } from '#lib/forms/campaign-fields.ts';

/** The number of empty rows. Without JavaScript, members can add pairs only in empty rows. */
const SPARE_ROWS = 2;

interface MetadataFilterProps {
  readonly pairs: readonly Pair[];
  readonly problem: string | undefined;
}

/** Only campaigns that match every pair are listed. */
export function MetadataFilter({ pairs, problem }: MetadataFilterProps) {
  const rows: readonly Pair[] = [...pairs, ...Array(SPARE_ROWS).fill({ key: '', value: '' })];
  return (
    <details open={pairs.length > 0 || problem !== undefined} className="group/pairs min-w-0 grow">
      <summary className={buttonClass('quiet', 'list-none -ml-3.5')}>
        + Metadata{pairs.length > 0 && ` · ${pairs.length}`}
      </summary>
      <fieldset aria-describedby={problem && 'pairs-problem'} className="grid gap-2">
        <legend className="mb-1 text-xs text-muted">Match all of these pairs</legend>
        {rows.map(({ key, value }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids and are never reordered
          <div key={i} className="flex max-w-lg items-center gap-2">
            <input
              name="meta_data[][key]"
              defaultValue={key}
              placeholder="Key"
              aria-label={`Key ${i + 1}`}
              aria-invalid={problem !== undefined && key === '' && value !== ''}
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
        ))}
        <FieldError id="pairs-problem">{problem}</FieldError>
      </fieldset>
    </details>
  );
}
