'use client';

import { useRouter } from 'next/navigation';
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { SearchGroup, SearchResult } from '#lib/format/search-results.ts';

interface SearchDialogProps {
  /** The number of times that the member has opened the dialog. Each new number opens the dialog. */
  readonly opened: number;
  readonly icon: ReactNode;
}

interface Found {
  readonly query: string;
  readonly groups: readonly SearchGroup[];
  readonly freshness: string;
  /** Whether every campaign has been read. If so, a campaign that isn't found doesn't exist. */
  readonly isComplete: boolean;
  /** Why there are no results. */
  readonly problem?: 'unavailable' | 'signed_out';
}

const TYPING_PAUSE_MS = 60;
const NOTHING: Found = { query: '', groups: [], freshness: '', isComplete: true };

const PROBLEMS = {
  unavailable: 'Search isn’t available. Try again.',
  signed_out: 'You’re signed out.',
};

/** Shows results as the member types. The arrow keys select a result, and Enter opens it. */
export function SearchDialog({ opened, icon }: SearchDialogProps) {
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef<AbortController>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [{ query, groups, freshness, isComplete, problem }, setFound] = useState(NOTHING);
  const [active, setActive] = useState(0);
  const results = groups.flatMap((group) => group.results);

  const search = (text: string, pauseMs = TYPING_PAUSE_MS) => {
    clearTimeout(timer.current);
    latest.current?.abort();
    const controller = new AbortController();
    latest.current = controller;
    timer.current = setTimeout(async () => {
      const found = await fetch(`/api/search?q=${encodeURIComponent(text)}`, { signal: controller.signal })
        .then((response) =>
          response.ok
            ? response.json()
            : { ...NOTHING, problem: response.status === 401 ? 'signed_out' : 'unavailable' },
        )
        .catch(() => ({ ...NOTHING, problem: 'unavailable' }));
      // The member has typed something else in the meantime.
      if (controller.signal.aborted) return;
      setFound({ ...found, query: text });
      setActive(0);
    }, pauseMs);
  };
  const open = useEffectEvent(() => {
    dialog.current?.showModal();
    input.current?.select();
    search(input.current?.value ?? '', 0);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new number opens the dialog
  useEffect(() => open(), [opened]);
  const go = ({ href, isFile }: SearchResult, isNewTab: boolean) => {
    dialog.current?.close();
    if (isNewTab) window.open(href);
    else if (isFile) location.assign(href);
    else router.push(href);
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const result = results[active];
    if (step !== undefined && results.length > 0) {
      const next = (active + step + results.length) % results.length;
      setActive(next);
      document.getElementById(`found-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      const isNewTab = event.metaKey || event.ctrlKey;
      const text = input.current?.value ?? '';
      // The results for the current text haven't arrived yet, so the selected result may belong to an earlier query.
      if (text !== query) go({ href: listHref(text), title: [], detail: [], note: '' }, isNewTab);
      else if (result) go(result, isNewTab);
    } else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      closedby="any"
      className="mt-[11vh] w-165 max-w-[calc(100vw-2rem)] rounded-xl border border-line bg-card p-0 shadow-overlay max-sm:m-0 max-sm:h-dvh max-sm:max-h-none max-sm:w-screen max-sm:max-w-none max-sm:rounded-none max-sm:border-0"
    >
      <div className="flex max-h-[78vh] flex-col max-sm:max-h-dvh">
        <div className="flex items-center gap-3 border-b border-line px-4 text-muted">
          {icon}
          <input
            ref={input}
            role="combobox"
            aria-expanded={results.length > 0}
            aria-controls="found"
            aria-activedescendant={results.length > 0 ? `found-${active}` : undefined}
            aria-label="Search campaigns, customers, templates, and pages"
            placeholder="Search campaigns, customers, templates, pages"
            autoComplete="off"
            onInput={(event) => search(event.currentTarget.value)}
            onKeyDown={handleKey}
            className="h-13 min-w-0 grow bg-transparent text-[1.0625rem] text-ink outline-none"
          />
          <button
            type="button"
            onClick={() => dialog.current?.close()}
            className="rounded-md px-1.5 py-1 text-sm"
          >
            Close
          </button>
        </div>
        <div id="found" role="listbox" aria-label="Results" className="overflow-y-auto p-2">
          {groups.map((group, i) => (
            // biome-ignore lint/a11y/useSemanticElements: the groups of a listbox aren't fieldsets
            <div key={group.title} role="group" aria-label={group.title}>
              <div aria-hidden="true" className="px-2.5 pt-2.5 pb-1.5 text-xs font-medium text-muted">
                {group.title}
              </div>
              {group.results.map((result, j) => {
                const index = groups.slice(0, i).reduce((sum, { results: { length } }) => sum + length, j);
                return (
                  <a
                    key={result.href}
                    id={`found-${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === active}
                    href={result.href}
                    onPointerMove={() => setActive(index)}
                    onClick={(event) => {
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                      event.preventDefault();
                      go(result, false);
                    }}
                    className="flex min-h-9.5 items-center gap-3 rounded-md px-2.5 py-1 aria-selected:bg-rail max-sm:min-h-12"
                  >
                    <span className="min-w-0 grow">
                      <Text parts={result.title} className="font-medium" />
                      {result.detail.length > 0 && (
                        <Text parts={result.detail} className="text-sm text-muted" />
                      )}
                    </span>
                    <bdi className="max-w-40 truncate text-sm text-muted">{result.note}</bdi>
                  </a>
                );
              })}
            </div>
          ))}
        </div>
        <p
          role="status"
          className={
            results.length > 0 || (query === '' && !problem)
              ? 'sr-only'
              : 'px-5 pb-10 pt-6 text-center text-muted'
          }
        >
          {results.length > 0
            ? `${results.length} ${results.length === 1 ? 'result' : 'results'}`
            : problem
              ? PROBLEMS[problem]
              : query !== '' &&
                (isComplete
                  ? `Nothing found for “${query}”. Check the number, or search for the customer instead.`
                  : `Nothing found for “${query}” so far. Mailroom is still indexing campaigns.`)}
          {problem === 'signed_out' && (
            <button type="button" onClick={() => location.reload()} className="ml-1 text-ink underline">
              Sign in again
            </button>
          )}
        </p>
        <div className="flex justify-between gap-4 border-t border-line bg-paper/60 px-4 py-2 text-xs text-muted tabular-nums">
          {query === '' ? (
            <span>Search by number, title, customer, template, status, or metadata.</span>
          ) : (
            <a href={listHref(query)} className="underline underline-offset-3 hover:text-ink">
              All campaigns with “{query}”
            </a>
          )}
          <span>{freshness}</span>
        </div>
      </div>
    </dialog>
  );
}

const listHref = (query: string) => `/campaigns?q=${encodeURIComponent(query)}`;

function Text({ parts, className }: { parts: SearchResult['title']; className: string }) {
  return (
    <bdi className={`block truncate ${className}`}>
      {parts.map(([text, isMatch], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts are never reordered
        <Fragment key={i}>
          {isMatch ? (
            <mark className="bg-transparent text-inherit underline decoration-red underline-offset-3">
              {text}
            </mark>
          ) : (
            text
          )}
        </Fragment>
      ))}
    </bdi>
  );
}
