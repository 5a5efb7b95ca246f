import type { ReactNode } from 'react';
import { formatSum } from '#lib/format/money.ts';
import { formatCount } from '#lib/format/text.ts';
import { ForwardLink } from './forward-link.tsx';

interface WorklistCardProps {
  readonly title: string;
  /** The number of campaigns. Undefined if it isn't known. */
  readonly count?: number | undefined;
  /** Whether the actual count and sums may be larger. */
  readonly isPartial?: boolean;
  /** One sum per currency, in minor units. */
  readonly sums?: readonly { readonly currency: string | null; readonly amount: number }[] | undefined;
  /** Says what the sums leave out. */
  readonly sumsNote?: string | undefined;
  /** A few words below the title. */
  readonly detail?: ReactNode;
  /** The link to the full list. */
  readonly all?: { readonly href: string; readonly label: string } | undefined;
  /** Shown instead of campaigns if there are none. */
  readonly empty: string;
  readonly children: readonly ReactNode[];
}

/**
 * The maximum number of sums to show. Prices are normally in one or two currencies, but the mail service can send any
 * text.
 */
const MAX_SUMS = 3;

/** A worklist on the overview, with its total and its first campaigns. */
export function WorklistCard({
  title,
  count,
  isPartial = false,
  sums = [],
  sumsNote,
  detail,
  all,
  empty,
  children,
}: WorklistCardProps) {
  return (
    <section className="@container min-w-0 overflow-clip rounded-lg border border-line bg-card shadow-card">
      <header className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-px border-b border-line px-4 pt-3 pb-2.5">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <h2 className="text-base">{title}</h2>
          {count !== undefined && (
            <span className="text-muted tabular-nums">
              {isPartial && 'at least '}
              {formatCount(count)}
            </span>
          )}
        </div>
        {sums.length > 0 && (
          <p className="text-right font-serif text-lg leading-[1.2] font-semibold tabular-nums">
            {sums.slice(0, MAX_SUMS).map(({ currency, amount }, i) => (
              <span
                key={currency ?? ''}
                className={
                  i === 0 ? 'block whitespace-nowrap' : 'block text-base whitespace-nowrap text-muted'
                }
              >
                {formatSum(amount, currency)}
              </span>
            ))}
            {sums.length > MAX_SUMS && (
              <span className="block font-sans text-sm font-normal text-muted">and other currencies</span>
            )}
            {sumsNote && <span className="block font-sans text-sm font-normal text-muted">{sumsNote}</span>}
          </p>
        )}
        {detail && <div className="col-start-1 min-w-0 text-sm text-muted tabular-nums">{detail}</div>}
        {all && (
          <ForwardLink href={all.href} label={all.label} className="col-start-2 -mr-1 justify-self-end">
            All
          </ForwardLink>
        )}
      </header>
      {children.length === 0 ? (
        <p className="px-4 py-6 text-center text-muted">{empty}</p>
      ) : (
        <ol className="divide-y divide-line/60">{children}</ol>
      )}
    </section>
  );
}
