import type { ReactNode } from 'react';

export interface Figure {
  readonly name: string;
  /** One line for each currency. */
  readonly values: readonly string[];
  readonly note?: ReactNode;
}

/** Large numbers side by side. On phones, one below the other. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="mb-4 grid rounded-lg border border-line bg-card px-5 py-4 shadow-card max-sm:gap-y-3 sm:grid-flow-col sm:auto-cols-fr sm:gap-x-3 [&>div+div]:sm:border-l [&>div+div]:sm:border-line [&>div+div]:sm:pl-5">
      {figures.map(({ name, values, note }) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-muted">{name}</dt>
          {values.map((value) => (
            <dd
              key={value}
              className="mt-0.5 font-serif text-[1.4375rem] leading-tight font-semibold tabular-nums"
            >
              <bdi>{value}</bdi>
            </dd>
          ))}
          {note !== undefined && <dd className="text-sm text-muted">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
