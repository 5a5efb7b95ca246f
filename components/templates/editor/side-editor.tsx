'use client';

import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from '#components/forms/action-form.tsx';
import { FieldError } from '#components/forms/field-error.tsx';
import { Note } from '#components/ui/note.tsx';
import { type SideField, TOO_LARGE } from '#lib/forms/template-form.ts';
import type { openEditor } from './code-mirror.ts';

interface SideEditorProps {
  readonly name: SideField;
  readonly label: string;
  readonly text: string;
  /** Names of the template's variables. */
  readonly variables: readonly string[];
  /** Variables that this side uses but the template doesn't list. */
  readonly unlisted: readonly string[];
  readonly isTooLarge: boolean;
  /** True if the form doesn't submit this side. The text of an excluded side stays in the editor. */
  readonly isExcluded: boolean;
  readonly onChange: (text: string) => void;
}

const HEIGHT_CLASS = 'h-[62dvh] min-h-80';

/**
 * Edits one side's HTML in a text area. The code editor replaces the text area once CodeMirror has loaded.
 */
export function SideEditor(props: SideEditorProps) {
  const { name, label, text, unlisted, isTooLarge, isExcluded, onChange } = props;
  const { state } = useForm();
  const id = useId();
  const { textArea, host, isOpen } = useEditor(props, `${id}-hint`);
  const error = state.fields?.[name] ?? (isTooLarge ? TOO_LARGE : undefined);
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={isOpen ? 'sr-only' : 'mb-1 block font-[550]'}>
        {label}
      </label>
      <textarea
        ref={textArea}
        id={id}
        name={name}
        defaultValue={state.values?.[name] ?? text}
        disabled={isExcluded}
        hidden={isOpen}
        spellCheck={false}
        autoCapitalize="none"
        wrap="soft"
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={`${HEIGHT_CLASS} w-full resize-y rounded-md border border-edge bg-card p-3 font-mono text-sm aria-invalid:border-red`}
      />
      <div
        ref={host}
        className={
          isOpen ? `${HEIGHT_CLASS} resize-y overflow-hidden rounded-md border border-edge bg-card` : 'hidden'
        }
      />
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <p id={`${id}-hint`} className="mt-1.5 text-xs text-muted">
        <span className="scriptless:hidden">
          Press Tab to leave the editor or Ctrl-F (⌘F) to search. Type {'{{'} to insert a variable.
        </span>
        <span className="scripted:hidden">
          Variables in {'{{double braces}}'} are filled in when the mailpiece is printed.
        </span>
      </p>
      <div role="status" className="mt-2 empty:hidden">
        {unlisted.length > 0 && (
          <Note tone="amber">
            Not template variables:{' '}
            {unlisted.map((variable, i) => (
              <span key={variable}>
                {i > 0 && ', '}
                <code className="font-mono">{`{{${variable}}}`}</code>
              </span>
            ))}
            . If a variable has no value, the variable’s name and the braces are printed.
          </Note>
        )}
      </div>
    </div>
  );
}

/**
 * Replaces the text area with the code editor. If the code editor can't be loaded, the text area stays. On
 * touch screens, the code editor doesn't load until the text area gets focus. The download is larger than the
 * rest of the page, and people on phones rarely edit the HTML.
 */
function useEditor({ label, variables, onChange }: SideEditorProps, describedBy: string) {
  const textArea = useRef<HTMLTextAreaElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const handleChange = useEffectEvent((text: string) => {
    if (textArea.current) textArea.current.value = text;
    onChange(text);
  });
  const replaceTextArea = useEffectEvent((open: typeof openEditor) => {
    if (!textArea.current || !host.current) return undefined;
    const { value: text, selectionStart: anchor } = textArea.current;
    const hadFocus = document.activeElement === textArea.current;
    const editor = open(host.current, { text, label, describedBy, variables, onChange: handleChange });
    // Renders synchronously, so that no keystrokes are lost if the member is already typing.
    flushSync(() => setOpen(true));
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
  }, []);
  return { textArea, host, isOpen };
}
