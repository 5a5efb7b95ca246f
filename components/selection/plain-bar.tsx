'use client';

import { ServerContent } from '#components/live/server-content.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { NEW_RUN_PATH } from './new-run-path.ts';
import type { SelectionProps } from './selection.tsx';

export interface PlainBarProps extends Pick<SelectionProps, 'actions' | 'canPay' | 'rows'> {
  /** The campaigns that are selected when the page opens. They may be on other pages of the list. */
  readonly selected: readonly number[];
  /** Such as “3 selected, 2 on this page”. Undefined if nothing is selected. */
  readonly selectedText: string | undefined;
  /** Such as “All 40 in this list”. Undefined if they can't be selected together. */
  readonly allText: string | undefined;
  readonly page: number;
  readonly totalPages: number;
  /** The URL of this page of the list, without a selection. */
  readonly href: string;
  /** The parameters of this page of the list. */
  readonly query: string;
}

const BAR_CLASS =
  'flex flex-wrap items-center gap-2 border-b border-line px-3 py-2 text-sm print:hidden scripted:invisible scripted:max-h-13 scripted:min-h-13 @max-list:scripted:max-h-11.5 @max-list:scripted:min-h-11.5 scripted:overflow-hidden';

/**
 * The buttons for browsers without JavaScript. With JavaScript, the buttons are hidden, but reserve space for
 * the selection bar until it is loaded. Only the server's HTML contains the buttons, because browsers with
 * JavaScript never show them.
 */
export function PlainBar(props: PlainBarProps) {
  return typeof window === 'undefined' ? (
    <div className={BAR_CLASS}>
      <PlainControls {...props} />
    </div>
  ) : (
    <ServerContent className={BAR_CLASS} />
  );
}

function PlainControls(props: PlainBarProps) {
  const { actions, allText, canPay } = props;
  return (
    <>
      <Kept {...props} />
      {allText !== undefined && (
        <label className="mr-auto flex min-h-6 items-center gap-2">
          <input type="checkbox" name="all" value="yes" className="size-4" />
          {allText}
        </label>
      )}
      {actions.map(
        ({ kind, label, unavailable }) =>
          unavailable === undefined && (
            <button
              key={kind}
              type="submit"
              name="action"
              value={kind}
              className={buttonClass(kind === 'delete' ? 'danger' : 'plain', 'button-small')}
            >
              {label}
            </button>
          ),
      )}
      {canPay && (
        <button type="submit" formAction={NEW_RUN_PATH} className={buttonClass('plain', 'button-small')}>
          Pay
        </button>
      )}
      <button type="submit" formAction="/campaigns/export" className={buttonClass('plain', 'button-small')}>
        Export CSV
      </button>
      {actions.map(
        ({ kind, unavailable }) =>
          unavailable !== undefined && (
            <p key={kind} className="basis-full text-muted">
              {unavailable}
            </p>
          ),
      )}
      <PageTurners {...props} />
    </>
  );
}

/** The campaigns that were selected on this page and on others. */
function Kept({ selected, rows, selectedText, href }: PlainBarProps) {
  if (selectedText === undefined) return <span className="text-muted">Selected campaigns:</span>;
  const elsewhere = selected.filter((selectedId) => rows.every(([id]) => id !== selectedId));
  return (
    <span>
      {elsewhere.length > 0 && <input type="hidden" name="ids" value={elsewhere.join(',')} />}
      {selectedText}{' '}
      <a href={href} className="ml-1 inline-block min-h-6 text-muted underline underline-offset-3">
        Clear
      </a>
    </span>
  );
}

/** Buttons that open another page of the list and keep the selection. */
function PageTurners({ page, totalPages, query }: Pick<PlainBarProps, 'page' | 'totalPages' | 'query'>) {
  const turns = [
    ['Select more on previous page', page - 1],
    ['Select more on next page', page + 1],
  ] as const;
  return (
    <>
      {totalPages > 1 && <input type="hidden" name="at" value={query} />}
      {turns.map(
        ([label, to]) =>
          to >= 1 &&
          to <= totalPages && (
            <button
              key={to}
              type="submit"
              formAction="/campaigns"
              name="to"
              value={to}
              className={buttonClass('quiet', 'button-small')}
            >
              {label}
            </button>
          ),
      )}
    </>
  );
}
