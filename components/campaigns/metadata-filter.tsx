import { FieldError } from '#components/forms/field-error.tsx';
import { buttonClass } from '#components/ui/button.ts';
import type { Pair } from '#lib/forms/campaign-fields.ts';
import { MetadataPairs } from './metadata-pairs.tsx';

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
        <MetadataPairs rows={rows} isInvalid={problem !== undefined} />
        <FieldError id="pairs-problem">{problem}</FieldError>
      </fieldset>
    </details>
  );
}
