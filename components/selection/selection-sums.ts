'use client';

import { useEffect, useState } from 'react';
import type { SelectionSummary } from '#lib/domain/selection.ts';
import { BEFORE_CREDITS } from '#lib/format/left-to-pay.ts';
import { formatSum } from '#lib/format/money.ts';
import { formatCount, formatPlural } from '#lib/format/text.ts';

/** Such as “12 recipients · $40.00 · $8.00 left to pay”. */
export function describeSums({ recipients, unpriced, totals, isBeforeCredits }: SelectionSummary): string {
  const left = totals.flatMap(({ left: amount, currency }): Amount[] =>
    amount > 0 ? [[amount, currency]] : [],
  );
  return [
    formatPlural(recipients, 'recipient'),
    formatTotals(totals.map(({ price, currency }) => [price, currency])),
    left.length > 0 && `${formatTotals(left)} left to pay${isBeforeCredits ? ` ${BEFORE_CREDITS}` : ''}`,
    unpriced > 0 && `${formatCount(unpriced)} without a price`,
  ]
    .filter(Boolean)
    .join(' · ');
}

type Amount = readonly [minor: number, currency: string | null];
export const formatTotals = (totals: readonly Amount[]): string =>
  totals.map(([minor, currency]) => formatSum(minor, currency)).join(' + ');

/** Reads the sums of all campaigns in a list. Undefined until the server responds. */
export function useListSummary(list: string | null): SelectionSummary | undefined {
  const [read, setRead] = useState<{ list: string; summary: SelectionSummary }>();
  useEffect(() => {
    if (list === null) return;
    const controller = new AbortController();
    fetch(`/jobs/selection?${new URLSearchParams({ all: 'yes', list })}`, { signal: controller.signal })
      .then(async (response) => response.ok && setRead({ list, summary: await response.json() }))
      // Without the sums, the actions are offered without numbers.
      .catch(() => undefined);
    return () => controller.abort();
  }, [list]);
  return read?.list === list ? read?.summary : undefined;
}
