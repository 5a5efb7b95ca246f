/** The editor itself. It is loaded after the page, and only where something is edited: it weighs more than a page. */
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { html, htmlLanguage } from '@codemirror/lang-html';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, linter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
} from '@codemirror/view';
import { PLACEHOLDER, placeholdersIn } from '#lib/domain/template-variables.ts';
import { highlightColors, editorTheme } from './editor-theme.ts';

interface EditorOptions {
  readonly text: string;
  /** What is edited, for whoever doesn't see it. */
  readonly label: string;
  readonly describedBy: string;
  /** The variables that the template lists. */
  readonly variables: readonly string[];
  readonly onChange: (text: string) => void;
}

/** Tab is left alone, so that it leads out of the editor as it leads in. */
export function openEditor(parent: HTMLElement, options: EditorOptions): EditorView {
  const { text, label, describedBy, variables: known, onChange } = options;
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(pageNonce()),
        lineNumbers(),
        history(),
        drawSelection(),
        indentOnInput(),
        indentUnit.of('  '),
        bracketMatching(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        html(),
        syntaxHighlighting(highlightColors),
        variables(known),
        autocompletion(),
        keymap.of([...completionKeymap, ...searchKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          'aria-label': label,
          'aria-describedby': describedBy,
          tabindex: '0',
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
        editorTheme,
      ],
    }),
  });
}

/** The page's policy lets styles in that carry it. */
function pageNonce(): string {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
}

/** Marks `{{name}}`, underlines names that the template doesn't list, and offers those that it does. */
function variables(known: readonly string[]): Extension {
  const decorator = new MatchDecorator({
    regexp: PLACEHOLDER,
    decoration: Decoration.mark({ class: 'cm-variable' }),
  });
  const marks = ViewPlugin.define(
    (view) => ({
      decorations: decorator.createDeco(view),
      update(update) {
        this.decorations = decorator.updateDeco(update, this.decorations);
      },
    }),
    { decorations: ({ decorations }) => decorations },
  );
  const lint = linter(({ state }) =>
    placeholdersIn(state.doc.toString())
      .filter(({ name }) => !known.includes(name))
      .map(
        ({ name, from, to }): Diagnostic => ({
          from,
          to,
          severity: 'warning',
          message: `“${name}” isn’t a template variable.`,
        }),
      ),
  );
  return [
    marks,
    lint,
    htmlLanguage.data.of({ autocomplete: (context: CompletionContext) => offer(context, known) }),
  ];
}

function offer(context: CompletionContext, known: readonly string[]): CompletionResult | null {
  const begun = context.matchBefore(/\{\{\s*[\w.-]*/);
  if (!begun) return null;
  const closed = /^\s*\}\}/.exec(context.state.sliceDoc(context.pos, context.pos + 20))?.[0].length ?? 0;
  return {
    from: begun.from,
    to: context.pos + closed,
    filter: true,
    options: known.map((name) => ({ label: `{{${name}}}`, type: 'variable' })),
  };
}
