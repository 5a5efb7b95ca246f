'use client';

import type { KeyboardEvent, ReactNode } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
/** The steps if the days are below each other, as on phones. */
const LIST_STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };
const PAGES: Readonly<Record<string, string>> = { PageUp: 'previous', PageDown: 'next' };

/**
 * Lets the arrow keys move between the links of the days, and Page Up and Page Down open the previous or next
 * month or week. Every day is also reachable with Tab.
 */
export function DayKeys({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are the interactive elements
    <div onKeyDown={moveFocus}>{children}</div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const { key, currentTarget, target } = event;
  const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (isModified || !(target instanceof HTMLElement) || target.dataset.day === undefined) return;
  const links = [...currentTarget.querySelectorAll<HTMLElement>('[data-day]')].filter(
    (link) => link.offsetParent !== null,
  );
  const page = PAGES[key];
  const [first, second] = links;
  const step = (isBelow(first, second) ? LIST_STEPS : STEPS)[key];
  const next =
    page === undefined
      ? links[links.indexOf(target) + (step ?? Number.NaN)]
      : document.querySelector<HTMLElement>(`[data-step="${page}"]`);
  if (!next) return;
  event.preventDefault();
  if (page === undefined) next.focus();
  else next.click();
}

const isBelow = (first: HTMLElement | undefined, second: HTMLElement | undefined): boolean =>
  first?.getBoundingClientRect().left === second?.getBoundingClientRect().left;
