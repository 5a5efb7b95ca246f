/** The editor's colors, taken from the page's light and dark themes. */
import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

export const highlightColors = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword], color: 'var(--color-red)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--color-blue)' },
  { tag: [tags.attributeValue, tags.string], color: 'var(--color-green)' },
  { tag: [tags.number, tags.unit, tags.color], color: 'var(--color-amber)' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: 'var(--color-muted)' },
]);

export const editorTheme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--color-card)', color: 'var(--color-ink)' },
  '&.cm-focused': { outline: '2px solid var(--color-blue)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono, monospace)', fontSize: '0.8125rem', lineHeight: '1.55' },
  '.cm-gutters': {
    backgroundColor: 'var(--color-paper)',
    color: 'var(--color-muted)',
    borderColor: 'var(--color-line)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--color-rail) 50%, transparent)' },
  '&.cm-focused .cm-cursor': { borderLeftColor: 'var(--color-ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--color-blue) 24%, transparent)',
  },
  '.cm-variable': {
    borderRadius: '3px',
    backgroundColor: 'color-mix(in srgb, var(--color-amber) 16%, transparent)',
    boxShadow: '0 0 0 1px color-mix(in srgb, var(--color-amber) 40%, transparent)',
  },
  '.cm-variable *': { color: 'inherit' },
  '.cm-panels, .cm-tooltip': {
    backgroundColor: 'var(--color-card)',
    color: 'var(--color-ink)',
    borderColor: 'var(--color-line)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--color-rail)',
    color: 'var(--color-ink)',
  },
  '.cm-textfield': {
    backgroundColor: 'var(--color-card)',
    color: 'inherit',
    borderColor: 'var(--color-edge)',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--color-rail)',
    color: 'inherit',
    borderColor: 'var(--color-edge)',
  },
});
