'use client';

import { lazy, type ReactNode, useState } from 'react';
import { useForm } from '#components/forms/action-form.tsx';
import { FieldError } from '#components/forms/field-error.tsx';
import { useDefaultText } from '#components/forms/use-default-text.ts';
import type { SideField } from '#lib/forms/template-form.ts';

export interface Side {
  readonly field: SideField;
  /** The saved design, and what is wrong with it. */
  readonly html: string;
  readonly problem: string | undefined;
  /** The label and the hint of the HTML field. */
  readonly label: string;
  readonly hint: ReactNode;
  readonly hintId: string;
  /** A sheet whose frame shows the saved design, and a button that shows the draft if JavaScript is off. */
  readonly preview: ReactNode;
  /** The id of the sheet, and the name and the label of its frame. */
  readonly draft: { readonly sheetId: string; readonly frameName: string; readonly label: string };
}

interface SidePanelProps {
  readonly side: Side;
  /** The URL that renders drafts. */
  readonly draftHref: string;
  /** Names of the template's variables. */
  readonly variables: readonly string[];
  /** True if the form doesn't submit this side. The text of an excluded side stays in the editor. */
  readonly isExcluded: boolean;
  /** Undefined until the script is loaded, and null if it can't be loaded. */
  readonly tools: typeof import('./editor-tools.tsx') | null | undefined;
}

/** With this text and `suppressHydrationWarning`, React leaves an element's content as the server rendered it. */
const SERVER_CONTENT = '';
/** Only servers load this. Browsers get the same component with the tools. */
const UnlistedVariables = lazy(() => import('./unlisted-variables.tsx'));

/** A text area for one side's HTML, and a preview. The code editor replaces the text area once it has loaded. */
export function SidePanel({ side, draftHref, variables, isExcluded, tools }: SidePanelProps) {
  const { field, html, label, problem, hintId } = side;
  const { state } = useForm();
  const submitted = state.values?.[field] ?? html;
  const defaultText = useDefaultText(submitted);
  const textArea = defaultText.ref;
  /** The text as it was a moment ago, so that the preview isn't updated on each keystroke. */
  const [text, setText] = useState(submitted);
  const [isReplaced, setReplaced] = useState(false);
  const error = state.fields?.[field] ?? (tools ? tools.findProblem(text) : problem);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-2">
      <div className="min-w-0">
        <label htmlFor={field} className={isReplaced ? 'sr-only' : 'mb-1 block font-[550]'}>
          {label}
        </label>
        <textarea
          {...defaultText}
          id={field}
          name={field}
          disabled={isExcluded}
          hidden={isReplaced}
          spellCheck={false}
          autoCapitalize="none"
          wrap="soft"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? hintId : `${hintId} ${field}-error`}
          className="design-html"
        />
        {tools && (
          <tools.CodeEditor
            {...{ textArea, label, variables, isReplaced }}
            describedBy={hintId}
            onReplace={setReplaced}
            onChange={setText}
          />
        )}
        <FieldError id={`${field}-error`}>{error}</FieldError>
        {side.hint}
        {tools ? (
          <tools.UnlistedVariables text={text} variables={variables} />
        ) : (
          <div suppressHydrationWarning>
            {typeof window === 'undefined' ? (
              <UnlistedVariables text={text} variables={variables} />
            ) : (
              SERVER_CONTENT
            )}
          </div>
        )}
      </div>
      {side.preview}
      {tools && <tools.DraftPreview {...side.draft} action={draftHref} html={text} savedHtml={html} />}
    </div>
  );
}
