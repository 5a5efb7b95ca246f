/** CodeMirror is large, so only the template editor loads this module, and only after the page has loaded. */
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
import { editorTheme, highlightColors } from './editor-theme.ts';

interface EditorOptions {
  readonly text: string;
  /** The editor's accessible name. */
  readonly label: string;
  readonly describedBy: string;
  /** Names of the template's variables. */
  readonly variables: readonly string[];
  readonly onChange: (text: string) => void;
}

/** The Tab key isn't bound, so that keyboard users can leave the editor. */
export function openEditor(parent: HTMLElement, options: EditorOptions): EditorView {
  const { text, label, describedBy, variables, onChange } = options;
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
        variableSupport(variables),
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

/** Returns the nonce that the page's content security policy allows for inline styles. */
function pageNonce(): string {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
}

/**
 * Highlights placeholders such as `{{name}}`, warns about unknown variables, and autocompletes template
 * variables.
 */
function variableSupport(names: readonly string[]): Extension {
  const decorator = new MatchDecorator({
    regexp: PLACEHOLDER,
    decoration: Decoration.mark({ class: 'cm-variable' }),
  });
  const highlighter = ViewPlugin.define(
    (view) => ({
      decorations: decorator.createDeco(view),
      update(update) {
        this.decorations = decorator.updateDeco(update, this.decorations);
      },
    }),
    { decorations: ({ decorations }) => decorations },
  );
  const unknownVariableLinter = linter(({ state }) =>
    placeholdersIn(state.doc.toString())
      .filter(({ name }) => !names.includes(name))
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
    highlighter,
    unknownVariableLinter,
    htmlLanguage.data.of({ autocomplete: (context: CompletionContext) => completeVariable(context, names) }),
  ];
}

function completeVariable(context: CompletionContext, names: readonly string[]): CompletionResult | null {
  const typed = context.matchBefore(/\{\{\s*[\w.-]*/);
  if (!typed) return null;
  const closingLength =
    /^\s*\}\}/.exec(context.state.sliceDoc(context.pos, context.pos + 20))?.[0].length ?? 0;
  return {
    from: typed.from,
    to: context.pos + closingLength,
    filter: true,
    options: names.map((name) => ({ label: `{{${name}}}`, type: 'variable' })),
  };
}
