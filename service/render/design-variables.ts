import { createLandingPageQr, LANDING_PAGE_QR } from './qr.ts';

const PLACEHOLDER = /\{\{\s*([\w.-]{1,100})\s*\}\}/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for use in HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/**
 * Replaces `{{name}}` with the HTML-escaped value of `name`. Replaces `{{landing_page_qr}}` with the data URL
 * of a QR code. Keeps placeholders that have no value, so that missing values are visible in the output.
 */
export function fillVariables(html: string, values: Readonly<Record<string, string>>): string {
  return html.replace(PLACEHOLDER, (placeholder, name: string) => {
    if (name === LANDING_PAGE_QR) return createLandingPageQr(values) ?? placeholder;
    return Object.hasOwn(values, name) ? escapeHtml(values[name] ?? '') : placeholder;
  });
}

/** Returns the designs' unique placeholder names, in order of first use. */
export function findVariableNames(designs: readonly string[]): string[] {
  return [
    ...new Set(designs.flatMap((html) => [...html.matchAll(PLACEHOLDER)].map(([, name = '']) => name))),
  ];
}
