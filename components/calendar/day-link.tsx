'use client';

import type { ComponentProps, KeyboardEvent } from 'react';
import { PageLink } from '#components/ui/page-link.tsx';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
/** The arrow keys' steps if the days are stacked vertically, as on phones. */
const LIST_STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };
const PAGES: Readonly<Record<string, string>> = { PageUp: 'previous', PageDown: 'next' };

interface DayLinkProps extends ComponentProps<typeof PageLink> {
  readonly 'data-day': string;
}

/**
 * A day of the calendar. The arrow keys move between the days, and Page Up and Page Down open the previous or next
 * month or week. Every day is also reachable with Tab.
 */
export function DayLink(props: DayLinkProps) {
  return <PageLink {...props} onKeyDown={moveFocus} />;
}

function moveFocus(event: KeyboardEvent<HTMLAnchorElement>): void {
  const { key, currentTarget } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const page = PAGES[key];
  const next =
    page === undefined
      ? findDay(currentTarget, key)
      : document.querySelector<HTMLElement>(`[data-step="${page}"]`);
  if (!next) return;
  event.preventDefault();
  if (page === undefined) next.focus();
  else next.click();
}

/** Returns the link of the day that an arrow key moves to. */
function findDay(link: HTMLAnchorElement, key: string): HTMLElement | undefined {
  const days = [...(link.closest('table')?.querySelectorAll<HTMLElement>('[data-day]') ?? [])].filter(
    (day) => day.offsetParent !== null,
  );
  const [first, second] = days;
  const step = (isBelow(first, second) ? LIST_STEPS : STEPS)[key];
  return step === undefined ? undefined : days[days.indexOf(link) + step];
}

const isBelow = (first: HTMLElement | undefined, second: HTMLElement | undefined): boolean =>
  first?.getBoundingClientRect().left === second?.getBoundingClientRect().left;
