'use client';

import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from '#components/forms/action-form.tsx';
import { Problem } from '#components/forms/problem.tsx';
import { Note } from '#components/ui/note.tsx';
import { type SideField, TOO_LARGE } from '#lib/forms/template-form.ts';
import type { openEditor } from './code-mirror.ts';

interface SideEditorProps {
  readonly name: SideField;
  readonly label: string;
  readonly text: string;
  /** The variables that the template lists. */
  readonly known: readonly string[];
  /** Those that this side refers to besides. */
  readonly unlisted: readonly string[];
  readonly isTooLarge: boolean;
  /** Keeps what is written, and doesn't send it. */
  readonly isLeftOut: boolean;
  readonly onChange: (text: string) => void;
}

const HEIGHT = 'h-[62dvh] min-h-80';

/** One side's HTML: a plain field, which an editor takes the place of as soon as it has loaded. */
export function SideEditor(props: SideEditorProps) {
  const { name, label, text, unlisted, isTooLarge, isLeftOut, onChange } = props;
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
      <Problem id={`${id}-problem`}>{problem}</Problem>
      <p id={`${id}-hint`} className="mt-1.5 text-xs text-muted">
        <span className="scriptless:hidden">
          Tab leads on, out of the code. Ctrl-F (⌘F) searches; type {'{{'} for the template’s variables.
        </span>
        <span className="scripted:hidden">The press fills in what stands in {'{{double braces}}'}.</span>
      </p>
      <div role="status" className="mt-2 empty:hidden">
        {unlisted.length > 0 && (
          <Note tone="amber">
            Not among the template’s variables:{' '}
            {unlisted.map((variable, i) => (
              <span key={variable}>
                {i > 0 && ', '}
                <code className="font-mono">{`{{${variable}}}`}</code>
              </span>
            ))}
            . What a campaign has no value for is printed as it stands.
          </Note>
        )}
      </div>
    </div>
  );
}

/** Loads the editor and puts it in the field's place. Where it can't be loaded, the field does as well. */
function useEditor({ label, known, onChange }: SideEditorProps, describedBy: string) {
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
    const editor = open(host.current, { text, label, describedBy, known, onChange: changed });
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
