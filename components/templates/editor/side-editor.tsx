'use client';

import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from '#components/forms/action-form.tsx';
import { FieldError } from '#components/forms/problem.tsx';
import { Note } from '#components/ui/note.tsx';
import { type SideField, TOO_LARGE } from '#lib/forms/template-form.ts';
import type { openEditor } from './code-mirror.ts';

interface SideEditorProps {
  readonly name: SideField;
  readonly label: string;
  readonly text: string;
  /** The variables that the template lists. */
  readonly variables: readonly string[];
  /** Those that this side refers to besides. */
  readonly unlisted: readonly string[];
  readonly isTooLarge: boolean;
  /** Keeps what is written, and doesn't send it. */
  readonly isExcluded: boolean;
  readonly onChange: (text: string) => void;
}

const HEIGHT = 'h-[62dvh] min-h-80';

/** One side's HTML: a plain field, which an editor takes the place of as soon as it has loaded. */
export function SideEditor(props: SideEditorProps) {
  const { name, label, text, unlisted, isTooLarge, isExcluded: isLeftOut, onChange } = props;
  const { state } = useForm();
  const id = useId();
  const { area, host, isOpen } = useEditor(props, `${id}-hint`);
  const problem = state.fields?.[name] ?? (isTooLarge ? TOO_LARGE : undefined);
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={isOpen ? 'sr-only' : 'mb-1 block font-[550]'}>
        {label}
      </label>
      <textarea
        ref={area}
        id={id}
        name={name}
        defaultValue={state.values?.[name] ?? text}
        disabled={isLeftOut}
        hidden={isOpen}
        spellCheck={false}
        autoCapitalize="none"
        wrap="soft"
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint ${id}-problem`}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={`${HEIGHT} w-full resize-y rounded-md border border-edge bg-card p-3 font-mono text-sm aria-invalid:border-red`}
      />
      <div
        ref={host}
        className={
          isOpen ? `${HEIGHT} resize-y overflow-hidden rounded-md border border-edge bg-card` : 'hidden'
        }
      />
      <FieldError id={`${id}-problem`}>{problem}</FieldError>
      <p id={`${id}-hint`} className="mt-1.5 text-xs text-muted">
        <span className="scriptless:hidden">
          Press Tab to leave the editor, Ctrl-F (⌘F) to search, or type {'{{'} to insert a template variable.
        </span>
        <span className="scripted:hidden">Text in {'{{double braces}}'} is filled in when it’s printed.</span>
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
            . Variables without a value are printed as is.
          </Note>
        )}
      </div>
    </div>
  );
}

/** Loads the editor and puts it in the field's place. Where it can't be loaded, the field does as well. */
function useEditor({ label, variables: known, onChange }: SideEditorProps, describedBy: string) {
  const area = useRef<HTMLTextAreaElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const changed = useEffectEvent((text: string) => {
    if (area.current) area.current.value = text;
    onChange(text);
  });
  const takeOver = useEffectEvent((open: typeof openEditor) => {
    if (!area.current || !host.current) return undefined;
    const { value: text, selectionStart: anchor } = area.current;
    const hadFocus = document.activeElement === area.current;
    const editor = open(host.current, { text, label, describedBy, variables: known, onChange: changed });
    // At once, so that whoever is writing already doesn't lose a letter.
    flushSync(() => setOpen(true));
    if (hadFocus) {
      editor.dispatch({ selection: { anchor }, scrollIntoView: true });
      editor.focus();
    }
    return editor;
  });

  useEffect(() => {
    let editor: ReturnType<typeof takeOver>;
    let isGone = false;
    import('./code-mirror.ts').then(
      ({ openEditor }) => {
        if (!isGone) editor = takeOver(openEditor);
      },
      // Offline just now, perhaps.
      () => undefined,
    );
    return () => {
      isGone = true;
      editor?.destroy();
    };
  }, []);
  return { area, host, isOpen };
}
