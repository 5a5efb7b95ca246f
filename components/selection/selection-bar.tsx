'use client';

import { type KeyboardEvent, useEffect, useRef } from 'react';
import { isFocusLost } from '#components/forms/action-form.tsx';
import { buttonClass } from '#components/ui/button.ts';
import type { JobKind } from '#lib/domain/job.ts';
import {
  type SelectionFit,
  type SelectionReason,
  type SelectionRow,
  type SelectionSummary,
  summarizeSelection,
} from '#lib/domain/selection.ts';
import { describeSelected } from '#lib/format/selection.ts';
import { formatCount } from '#lib/format/text.ts';
import { MAX_SELECTED } from '#lib/input-limits.ts';
import { NEW_RUN_PATH } from './new-run-path.ts';
import { PaySelected } from './pay-selected.tsx';
import { describeSums, formatTotals, useListSummary } from './selection-sums.ts';

/** An action that the member's role allows. The text comes from the server, which has the names of all actions. */
export interface SelectionAction {
  readonly kind: JobKind;
  /** Such as “Schedule”. */
  readonly label: string;
  /** Such as “scheduled”, for text such as “3 can’t be scheduled”. */
  readonly participle: string;
  /** Whether the action has its own button instead of being in the “More” menu. */
  readonly isMain: boolean;
  /** Why the action can't be chosen at all. Undefined if it can. */
  readonly unavailable?: string | undefined;
}

/** The actions that are available for a selection. */
export interface SelectionActions {
  readonly actions: readonly SelectionAction[];
  /** Phrases such as “not paid”. */
  readonly reasons: Readonly<Record<SelectionReason, string>>;
}

export interface SelectionBarProps extends SelectionActions {
  /** The list's filters. */
  readonly list: string;
  /** The number of campaigns in the list. Undefined if they can't be selected together. */
  readonly total: number | undefined;
  /** Whether the member can pay for drafts by link. */
  readonly canPay: boolean;
  /** What is selected on all pages of the list. */
  readonly chosen: readonly SelectionRow[];
  /** The number of selected campaigns on the page. */
  readonly onPage: number;
  /** Whether all campaigns in the list are selected. */
  readonly isAll: boolean;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
}

const LINK_CLASS =
  'min-h-6 rounded-sm px-0.5 font-normal text-muted underline-offset-3 hover:text-ink hover:underline';

/** Summarizes the selection, and has a button for each action that applies to at least one selected campaign. */
export function SelectionBar(props: SelectionBarProps) {
  const { list, total, chosen, onPage, isAll, onSelectAll, onClear } = props;
  const listed = useListSummary(isAll ? list : null);
  const count = isAll ? (total ?? 0) : chosen.length;
  const summary = isAll ? listed : summarizeSelection(chosen);
  const selected = describeSelected(count, isAll ? count : onPage);
  const isEmpty = count === 0;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The pressed button disappears, so focus moves to the button that clears the selection.
    const buttons = [...(section.current?.querySelectorAll<HTMLElement>('[data-clear]') ?? [])];
    if (isAll && isFocusLost()) buttons.find((button) => button.checkVisibility())?.focus();
  }, [isAll]);
  const allButton = total !== undefined && !isAll && total > 1 && (
    <button type="button" onClick={onSelectAll} className={`${LINK_CLASS} text-blue!`}>
      Select all {formatCount(total)}
    </button>
  );
  return (
    <section
      ref={section}
      aria-label="Selection"
      className={`@max-list:contents @list:sticky @list:top-0 @list:z-10 @list:flex @list:min-h-13 @list:items-center @list:gap-4 @list:rounded-t-lg @list:border-b @list:border-line @list:px-3 @list:py-2 print:hidden ${isEmpty ? '@list:bg-card' : '@list:bg-[color-mix(in_oklab,var(--color-blue)_9%,var(--color-card))]'}`}
    >
      <div className="min-w-0 grow text-sm @max-list:border-b @max-list:border-line @max-list:px-3 @max-list:py-2.5">
        <p className="flex min-h-6 flex-wrap items-center gap-x-3">
          <label className="flex items-center gap-2.5 @list:hidden">
            <input type="checkbox" data-select-page="" className="size-4.5 accent-blue" />
            Select this page
          </label>
          <span role="status" className="font-semibold empty:-mr-3 @max-list:sr-only">
            {!isEmpty && selected}
          </span>
          {isEmpty && (
            <span className="text-muted @max-list:hidden">Select campaigns to act on them together.</span>
          )}
          {allButton}
          {!isEmpty && <ClearButton onClear={onClear} className="@max-list:hidden" />}
        </p>
        {!isEmpty && summary && (
          <p className="text-muted tabular-nums @max-list:hidden">{describeSums(summary)}</p>
        )}
      </div>
      {!isEmpty && (
        <div className="flex min-w-0 items-center gap-x-3 gap-y-2 @max-list:flex-wrap @max-list:sticky @max-list:bottom-20 @max-list:z-10 @max-list:order-last @max-list:m-2 @max-list:rounded-lg @max-list:border @max-list:border-line @max-list:bg-[color-mix(in_oklab,var(--color-blue)_9%,var(--color-card))] @max-list:p-3 @max-list:shadow-overlay rail:@max-list:bottom-3">
          <p aria-hidden="true" className="min-w-0 grow basis-24 text-sm @list:hidden">
            <span className="font-semibold">{selected}</span>
            <span className="block truncate text-muted tabular-nums">
              {summary && formatTotals(summary.totals.map(({ price, currency }) => [price, currency]))}
            </span>
          </p>
          <ClearButton onClear={onClear} className="text-sm @list:hidden" />
          {isAll && <input type="hidden" name="all" value="yes" />}
          {isAll || count <= MAX_SELECTED ? (
            <ActionButtons {...props} summary={summary} count={count} />
          ) : (
            <p className="text-sm">Select {formatCount(MAX_SELECTED)} or fewer, or the whole list.</p>
          )}
        </div>
      )}
    </section>
  );
}

function ClearButton({ onClear, className }: { onClear: () => void; className: string }) {
  return (
    <button type="button" data-clear="" onClick={onClear} className={`${LINK_CLASS} ${className}`}>
      Clear
    </button>
  );
}

interface ActionButtonsProps extends Pick<SelectionBarProps, 'actions' | 'reasons' | 'canPay'> {
  /** Undefined until it is known. */
  readonly summary: SelectionSummary | undefined;
  readonly count: number;
}

/** Exports the selected campaigns. */
const EXPORT_PATH = '/campaigns/export';
const MENU_ITEM =
  'flex min-h-9 items-center justify-between gap-3 rounded-md px-2.5 py-1.5 text-left hover:bg-rail';
const SMALL = 'button-small whitespace-nowrap';

function ActionButtons({ actions, reasons, canPay, summary, count }: ActionButtonsProps) {
  const fitOf = (kind: JobKind) => summary?.fits.find((fit) => fit.kind === kind);
  const offered = actions.filter(({ kind }) => fitOf(kind)?.campaigns !== 0);
  const main = offered.filter(({ isMain }) => isMain);
  const more = offered.filter(({ isMain }) => !isMain);
  const [first] = actions;
  const pays = canPay && summary?.payable !== 0;
  const unsuitable = first && describeUnsuitable(first, fitOf(first.kind), reasons);
  return (
    <>
      {unsuitable && (
        <p className="text-sm leading-tight text-muted @max-list:order-last @max-list:basis-full @list:text-right">
          {unsuitable[0]}
          <span className="@max-list:hidden">
            <br />
          </span>
          <span className="@list:hidden">: </span>
          {unsuitable[1]}
        </p>
      )}
      {main.map(({ kind, label }, i) => (
        <button
          key={kind}
          type="submit"
          name="action"
          value={kind}
          className={`${buttonClass(kind === 'schedule' ? 'primary' : 'plain', SMALL)} ${i > 0 ? '@max-list:hidden' : ''}`}
        >
          {label} {formatCount(fitOf(kind)?.campaigns ?? count)}
          {(fitOf(kind)?.campaigns ?? count) < count && (
            <span className="-ml-1 @max-list:hidden">{` of ${formatCount(count)}`}</span>
          )}
        </button>
      ))}
      {pays && <PaySelected payable={summary?.payable} count={count} isMain={main.length === 0} />}
      <details onKeyDown={closeOnEscape} className="shrink-0 group/more @list:relative">
        <summary className={buttonClass('plain', `list-none ${SMALL}`)}>More</summary>
        <div className="absolute z-20 mt-1.5 grid rounded-lg border border-line bg-card p-1.5 shadow-overlay @max-list:inset-x-0 @max-list:bottom-full @max-list:mb-1.5 @list:top-full @list:right-0 @list:w-56">
          {main.slice(1).map((action) => (
            <MenuButton key={action.kind} {...action} fit={fitOf(action.kind)} className="@list:hidden" />
          ))}
          {pays && main.length > 0 && (
            <button type="submit" formAction={NEW_RUN_PATH} className={`${MENU_ITEM} @list:hidden`}>
              Pay
              {summary && (
                <span className="text-sm text-muted tabular-nums">{formatCount(summary.payable)}</span>
              )}
            </button>
          )}
          {more.map((action) => (
            <MenuButton key={action.kind} {...action} fit={fitOf(action.kind)} />
          ))}
          <button type="submit" formAction={EXPORT_PATH} className={MENU_ITEM}>
            Export CSV
          </button>
        </div>
      </details>
    </>
  );
}

/** Closes the menu, and moves focus back to the button that opened it. */
function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape' || !currentTarget.open) return;
  currentTarget.open = false;
  currentTarget.querySelector('summary')?.focus();
}

function MenuButton({
  kind,
  label,
  fit,
  unavailable,
  className = '',
}: SelectionAction & { fit: SelectionFit | undefined; className?: string }) {
  if (unavailable !== undefined)
    return (
      <p className="px-2.5 py-1.5 text-muted">
        {label}
        <span className="block text-sm leading-snug">{unavailable}</span>
      </p>
    );
  return (
    <button
      type="submit"
      name="action"
      value={kind}
      className={`${MENU_ITEM} ${kind === 'delete' ? 'text-red' : ''} ${className}`}
    >
      {label}
      {fit && <span className="text-sm text-muted tabular-nums">{formatCount(fit.campaigns)}</span>}
    </button>
  );
}

/** Returns text such as “3 can’t be scheduled” and “1 not paid, 2 already queued”. */
function describeUnsuitable(
  { participle }: SelectionAction,
  fit: SelectionFit | undefined,
  reasons: SelectionActions['reasons'],
): readonly [string, string] | undefined {
  if (fit === undefined || fit.others.length === 0) return undefined;
  const others = fit.others.reduce((sum, { campaigns }) => sum + campaigns, 0);
  const listed = fit.others.map(({ reason, campaigns }) => `${formatCount(campaigns)} ${reasons[reason]}`);
  return [`${formatCount(others)} can’t be ${participle}`, listed.join(', ')];
}
