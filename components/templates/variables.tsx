import { sideNames } from '#components/campaign/side-names.ts';
import { Card } from '#components/ui/card.tsx';
import type { VariableUse } from '#lib/format/template.ts';
import { formatCount } from '#lib/format/text.ts';

interface VariablesProps {
  readonly uses: readonly VariableUse[];
  readonly sideCount: number;
}

/** Lists the template's variables and the sides that use each variable. */
export function Variables({ uses, sideCount }: VariablesProps) {
  const names = sideNames(sideCount);
  const unlisted = uses.filter(({ isListed }) => !isListed);
  return (
    <Card
      title="Variables"
      aside={<span className="text-sm text-muted tabular-nums">{formatCount(uses.length)}</span>}
    >
      {uses.length === 0 ? (
        <p className="text-muted">No variables. Every mailpiece is the same.</p>
      ) : (
        <ul className="-my-1 gap-x-8 sm:columns-2">
          {uses.map(({ name, sides, isListed }) => (
            <li
              key={name}
              className="flex flex-wrap items-baseline justify-between gap-x-3 border-b border-line py-1.5 break-inside-avoid"
            >
              <code className="font-mono text-sm">{name}</code>
              <span className={`text-sm ${isListed ? 'text-muted' : 'font-[550] text-amber'}`}>
                {!isListed && 'Not listed · '}
                {sides.length === 0 ? 'Not used' : sides.map((side) => names[side]).join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {unlisted.length > 0 && (
        <p className="mt-2.5 text-sm text-muted">
          The mail service might not recognize variables that aren’t listed. If it doesn’t, the variables’
          names and the braces are printed.
        </p>
      )}
    </Card>
  );
}
