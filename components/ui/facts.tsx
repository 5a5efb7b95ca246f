import type { ReactNode } from 'react';

export type Fact = readonly [label: string, value: ReactNode];

/**
 * Names with their values. The values are on the right side of a narrow card, but next to their names on a
 * wide card.
 */
export function Facts({ facts, className = '' }: { facts: readonly Fact[]; className?: string }) {
  return (
    <div className="@container">
      <dl
        className={`grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 gap-y-2 @entry:grid-cols-[minmax(8rem,auto)_minmax(0,1fr)] @entry:gap-x-6 ${className}`}
      >
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="tabular-nums @max-entry:text-right">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
