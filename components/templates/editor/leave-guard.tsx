'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { useForm } from '#components/forms/action-form.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { EDITOR_FORM_ID } from './form-id.ts';

const QUESTION = 'Leave without saving?';

/**
 * Asks for confirmation before the member leaves the page with unsaved changes. The member can leave by
 * following a link, signing out, pressing the Back button, or closing the page.
 */
export function LeaveGuard() {
  const isDirty = useRef(false);
  const { pending: isSaving } = useForm();
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const [target, setTarget] = useState('/');

  useEffect(() => {
    // The member might have typed something before this script was loaded.
    const typed = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      `#${EDITOR_FORM_ID} :is(input:not([type="hidden"]), textarea)`,
    );
    // Browsers change or remove line breaks in values.
    const withoutBreaks = (text: string) => text.replaceAll(/[\r\n]/g, '');
    isDirty.current = [...typed].some(
      ({ value, defaultValue }) => withoutBreaks(value) !== withoutBreaks(defaultValue),
    );
  }, []);
  useEffect(() => {
    const form = document.getElementById(EDITOR_FORM_ID);
    const markDirty = () => {
      isDirty.current = true;
    };
    // Leaving the page during a save doesn't lose any changes.
    const handleUnload = (event: BeforeUnloadEvent) => isDirty.current && !isSaving && event.preventDefault();
    const handleClick = (event: MouseEvent) => {
      const href = isDirty.current ? consoleTarget(event) : null;
      if (href === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setTarget(href);
      dialog.current?.showModal();
    };
    const handleNavigate = (event: NavigateEvent) => {
      const isTraversal = event.navigationType === 'traverse' && event.cancelable && !event.hashChange;
      if (isDirty.current && isTraversal && !window.confirm(QUESTION)) event.preventDefault();
    };
    // Ask before a form outside the editor is submitted, such as the sign-out form.
    // The editor's own form saves the changes.
    const handleSubmit = (event: SubmitEvent) => {
      if (!isDirty.current || event.target === form) return;
      if (window.confirm(QUESTION)) {
        isDirty.current = false;
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    form?.addEventListener('input', markDirty);
    // Capture listeners on window run before React's listeners on the document.
    window.addEventListener('click', handleClick, true);
    window.addEventListener('submit', handleSubmit, true);
    window.addEventListener('beforeunload', handleUnload);
    window.navigation?.addEventListener('navigate', handleNavigate);
    return () => {
      form?.removeEventListener('input', markDirty);
      window.removeEventListener('click', handleClick, true);
      window.removeEventListener('submit', handleSubmit, true);
      window.removeEventListener('beforeunload', handleUnload);
      window.navigation?.removeEventListener('navigate', handleNavigate);
    };
  }, [isSaving]);

  const leave = () => {
    isDirty.current = false;
    dialog.current?.close();
    router.push(target);
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby="leave-question"
      className="w-[min(26rem,calc(100vw-2rem))] rounded-xl border border-line bg-card p-5 text-left text-ink shadow-overlay"
    >
      <h2 id="leave-question" className="mb-2 font-serif text-lg font-semibold">
        {QUESTION}
      </h2>
      <p className="mb-4 text-muted">Unsaved changes will be lost.</p>
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

/**
 * @returns the console path that a click opens in this tab, or null if the click doesn't open another console
 * page
 */
function consoleTarget(event: MouseEvent): string | null {
  const isPlainClick =
    event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!isPlainClick || !link || link.hasAttribute('download') || !['', '_self'].includes(link.target))
    return null;
  const url = new URL(link.href, location.href);
  const isSamePage = url.pathname === location.pathname && url.search === location.search;
  return url.origin !== location.origin || isSamePage ? null : url.pathname + url.search + url.hash;
}
