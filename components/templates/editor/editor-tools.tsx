'use client';

import { type ComponentProps, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { findProblem } from '#lib/forms/template-form.ts';
import { DraftFrames } from '../draft-frames.tsx';
import type { openEditor } from './code-mirror.ts';
import { EDITOR_FORM_ID } from './form-id.ts';

export { findProblem } from '#lib/forms/template-form.ts';
export { LeaveGuard } from './leave-guard.tsx';
export { default as UnlistedVariables } from './unlisted-variables.tsx';

interface FormListenersProps {
  readonly onSelectSize: (size: string) => void;
}

/** Follows the selected size, even if the member selected it before this script was loaded. */
export function FormListeners({ onSelectSize }: FormListenersProps) {
  const reportSize = useEffectEvent(onSelectSize);
  useEffect(() => {
    const form = document.getElementById(EDITOR_FORM_ID);
    const size = form?.querySelector<HTMLSelectElement>('select[name="size"]');
    const handleChange = () => size && reportSize(size.value);
    handleChange();
    size?.addEventListener('change', handleChange);
    form?.addEventListener('submit', blockTooLarge);
    return () => {
      size?.removeEventListener('change', handleChange);
      form?.removeEventListener('submit', blockTooLarge);
    };
  }, []);
  return null;
}

/** Blocks requests over the size limit, because the server's error page would discard the member's text. */
function blockTooLarge(event: SubmitEvent): void {
  const form = event.currentTarget instanceof HTMLFormElement ? event.currentTarget : undefined;
  const sides =
    form?.querySelectorAll<HTMLTextAreaElement>('textarea:is([name="front"], [name="back"])') ?? [];
  if (![...sides].some(({ value }) => findProblem(value))) return;
  event.preventDefault();
  event.stopPropagation();
}

interface DraftPreviewProps extends ComponentProps<typeof DraftFrames> {
  /** The id of the sheet that contains the page's first frame. */
  readonly sheetId: string;
}

/** Shows the draft in the page's preview. */
export function DraftPreview({ sheetId, ...frames }: DraftPreviewProps) {
  const sheet = document.getElementById(sheetId);
  return sheet && createPortal(<DraftFrames {...frames} />, sheet);
}

interface CodeEditorProps {
  readonly textArea: RefObject<HTMLTextAreaElement | null>;
  readonly label: string;
  readonly describedBy: string;
  /** Names of the template's variables. */
  readonly variables: readonly string[];
  readonly isReplaced: boolean;
  /** Hides the text area. */
  readonly onReplace: (isReplaced: true) => void;
  /** Called a moment after the text changes. */
  readonly onChange: (text: string) => void;
}

/** The delay between the last change and the preview update. */
const DEBOUNCE_MS = 400;

/**
 * Replaces the text area with the code editor. If the code editor can't be loaded, the text area stays. On
 * touch screens, the code editor doesn't load until the text area gets focus. The download is larger than the
 * rest of the page, and people on phones rarely edit the HTML.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { textArea, isReplaced, label, describedBy, variables, onReplace, onChange } = props;
  const host = useRef<HTMLDivElement>(null);
  const reportChange = useEffectEvent(() => onChange(textArea.current?.value ?? ''));
  useEffect(() => {
    const field = textArea.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handleInput = () => {
      clearTimeout(timer);
      timer = setTimeout(reportChange, DEBOUNCE_MS);
    };
    // The member typed before this script was loaded. A text area's value never contains carriage returns.
    if (field && field.value !== field.defaultValue.replaceAll('\r\n', '\n')) reportChange();
    field?.addEventListener('input', handleInput);
    return () => {
      clearTimeout(timer);
      field?.removeEventListener('input', handleInput);
    };
  }, [textArea]);

  /** Reports changes in the code editor as if they were made in the text area. */
  const copyToTextArea = (text: string) => {
    if (!textArea.current) return;
    textArea.current.value = text;
    textArea.current.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const replaceTextArea = useEffectEvent((open: typeof openEditor) => {
    if (!textArea.current || !host.current) return undefined;
    const { value: text, selectionStart: anchor } = textArea.current;
    const hadFocus = document.activeElement === textArea.current;
    const editor = open(host.current, { text, label, describedBy, variables, onChange: copyToTextArea });
    // Renders synchronously, so that no keystrokes are lost if the member is already typing.
    flushSync(() => onReplace(true));
    if (hadFocus) {
      editor.dispatch({ selection: { anchor }, scrollIntoView: true });
      editor.focus();
    }
    return editor;
  });

  useEffect(() => {
    let editor: ReturnType<typeof replaceTextArea>;
    let isUnmounted = false;
    const load = () =>
      import('./code-mirror.ts').then(
        ({ openEditor }) => {
          if (!isUnmounted) editor = replaceTextArea(openEditor);
        },
        // If the browser is offline, the text area stays.
        () => undefined,
      );
    const field = textArea.current;
    if (matchMedia('(pointer: coarse)').matches && document.activeElement !== field)
      field?.addEventListener('focus', load, { once: true });
    else load();
    return () => {
      isUnmounted = true;
      field?.removeEventListener('focus', load);
      editor?.destroy();
    };
  }, [textArea]);
  return (
    <div
      ref={host}
      className={
        isReplaced
          ? 'h-[62dvh] min-h-80 resize-y overflow-hidden rounded-md border border-edge bg-card'
          : 'hidden'
      }
    />
  );
}
