'use client';

import { useRouter } from 'next/navigation';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { buttonClass } from '#components/ui/button.ts';

const QUESTION = 'Leave without saving?';

interface LeaveGuardProps {
  readonly isDirty: RefObject<boolean>;
  /** While what is typed is on its way, the page that follows is no loss. */
  readonly isSaving: RefObject<boolean>;
}

/** Asks before what isn't saved is left: by a link, by signing out, by the browser's buttons, by closing the page. */
export function LeaveGuard({ isDirty, isSaving }: LeaveGuardProps) {
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const [target, setTarget] = useState('/');

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => isDirty.current && !isSaving.current && event.preventDefault();
    const ask = (event: MouseEvent) => {
      const href = isDirty.current ? leadsTo(event) : null;
      if (href === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setTarget(href);
      dialog.current?.showModal();
    };
    const askBack = (event: NavigateEvent) => {
      const isBack = event.navigationType === 'traverse' && event.cancelable && !event.hashChange;
      if (isDirty.current && isBack && !window.confirm(QUESTION)) event.preventDefault();
    };
    // Of the page around it, as signing out is: the editor's own saves, and the dialog's own closes.
    const askForm = (event: SubmitEvent) => {
      const isOwn = event.target instanceof Node && dialog.current?.parentElement?.contains(event.target);
      if (!isDirty.current || isOwn) return;
      if (window.confirm(QUESTION)) {
        isDirty.current = false;
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    // Before React's own listeners, which stand on the document.
    window.addEventListener('click', ask, true);
    window.addEventListener('submit', askForm, true);
    window.addEventListener('beforeunload', warn);
    window.navigation?.addEventListener('navigate', askBack);
    return () => {
      window.removeEventListener('click', ask, true);
      window.removeEventListener('submit', askForm, true);
      window.removeEventListener('beforeunload', warn);
      window.navigation?.removeEventListener('navigate', askBack);
    };
  }, [isDirty, isSaving]);

  const leave = () => {
    isDirty.current = false;
    dialog.current?.close();
    router.push(target);
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby="leave-question"
      className="w-[min(26rem,calc(100vw-2rem))] rounded-xl border border-line bg-card p-5 text-left text-ink shadow-over"
    >
      <h2 id="leave-question" className="mb-2 font-serif text-lg font-semibold">
        {QUESTION}
      </h2>
      <p className="mb-4 text-muted">Your changes since the last save will be lost.</p>
      <div className="grid gap-2">
        <button type="button" onClick={() => dialog.current?.close()} className={buttonClass('primary')}>
          Cancel
        </button>
        <button type="button" onClick={leave} className={buttonClass('quiet')}>
          Leave without saving
        </button>
      </div>
    </dialog>
  );
}

/** Where a click in this tab would go within the console; null when it goes nowhere, or elsewhere. */
function leadsTo(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!isPlain || !link || link.hasAttribute('download') || !['', '_self'].includes(link.target)) return null;
  const url = new URL(link.href, location.href);
  const isHere = url.pathname === location.pathname && url.search === location.search;
  return url.origin !== location.origin || isHere ? null : url.pathname + url.search + url.hash;
}
