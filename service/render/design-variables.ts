import { createLandingPageQr, LANDING_PAGE_QR } from './qr.ts';

const PLACEHOLDER = /\{\{\s*([\w.-]{1,100})\s*\}\}/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Any text as it may stand in HTML, in an attribute too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/**
 * Fills `{{name}}` with its value, HTML-escaped, and `{{landing_page_qr}}` with a picture's address. A name without a
 * value stays as it is, for a person to see.
 */
export function fillVariables(html: string, values: Readonly<Record<string, string>>): string {
  return html.replace(PLACEHOLDER, (placeholder, name: string) => {
    if (name === LANDING_PAGE_QR) return createLandingPageQr(values) ?? placeholder;
    return Object.hasOwn(values, name) ? escapeHtml(values[name] ?? '') : placeholder;
  });
}

/** The names that designs have placeholders for, each once, in the order they are met. */
export function findVariableNames(designs: readonly string[]): string[] {
  return [
    ...new Set(designs.flatMap((html) => [...html.matchAll(PLACEHOLDER)].map(([, name = '']) => name))),
  ];
}
