import type { ReactNode } from 'react';

interface ListSummaryProps {
  /** The name of the time zone in which the list shows times, such as "Eastern Time". */
  readonly zoneLabel: string;
  readonly className: string;
  /** The number of items. */
  readonly children: ReactNode;
}

/** The line below a list. Shows the number of items and the time zone. */
export function ListSummary({ zoneLabel, className, children }: ListSummaryProps) {
  return (
    <p className={`text-muted tabular-nums ${className}`}>
      {children} · times in {zoneLabel}
    </p>
  );
}
