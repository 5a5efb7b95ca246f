/** Defines page states, and provides helpers for reaching a state through a page's forms. */
import type { Role } from '#lib/domain/permissions.ts';
import type { RunningConsole } from '../support/console.ts';
import type { RunningService } from '../support/service.ts';
import { type OpenedPage, type PageForm, readForms, type Visitor } from './visitor.ts';

export interface PageState {
  readonly name: string;
  readonly page: OpenedPage;
  /** How the page differs from the expected page. Undefined if the page is as expected. */
  readonly mismatch?: string;
}

export interface Surroundings {
  readonly service: RunningService;
  readonly mailroom: RunningConsole;
  readonly members: Readonly<Record<Role, Visitor>>;
  readonly createVisitor: () => Visitor;
}

/** Yields states in order, because some pages can't be reached before others. */
export type PageStates = AsyncGenerator<PageState, void>;

/** Longer than any field allows. */
const REFUSED_VALUE = 'x'.repeat(2_001);
const UNKNOWN_FIELD_MESSAGE = 'This page is out of date or contains a field that Mailroom doesn’t recognize.';

/**
 * Returns a page's state, with a mismatch if the page doesn't have the expected status or doesn't contain the
 * expected text.
 */
export function state(name: string, page: OpenedPage, status: number, text = ''): PageState {
  if (page.status === status && page.html.includes(text)) return { name, page };
  return {
    name,
    page,
    mismatch: `This isn’t the expected page with status ${status} and the text “${text}”.`,
  };
}

export function findForm(page: OpenedPage, field: string): PageForm {
  const form = readForms(page.html).find(({ fields, typed }) => fields.has(field) || typed.includes(field));
  if (!form) throw new Error(`No form on ${page.url} has the field ${field}.`);
  return form;
}

/** Opens a page and submits the form that has the field. @returns the resulting page */
export async function submitAt(
  visitor: Visitor,
  path: string,
  field: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<OpenedPage> {
  const page = await visitor.open(path);
  return visitor.submit(page, findForm(page, field), changes);
}

/** Returns the first path in the page's HTML that matches the pattern. */
export function findPath({ html, url }: OpenedPage, pattern: RegExp): string {
  const [path] = pattern.exec(html) ?? [];
  if (path === undefined) throw new Error(`${url} contains no path that matches ${pattern}.`);
  return path;
}

/**
 * Submits each form on a page twice: with an unknown field, and with text that is too long in every field that
 * people type into.
 */
export async function* refuseForms(visitor: Visitor, path: string): PageStates {
  const page = await visitor.open(path);
  const forms = readForms(page.html);
  if (forms.length === 0) throw new Error(`${path} has no forms.`);
  for (const [at, form] of forms.entries()) {
    const name = `${path}, form ${at + 1}`;
    const refused = await visitor.submit(page, form, { choice: 'x' });
    yield state(`${name} with an unknown field`, refused, 200, UNKNOWN_FIELD_MESSAGE);
    if (form.typed.length === 0) continue;
    const changes = Object.fromEntries(form.typed.map((field) => [field, REFUSED_VALUE]));
    const invalid = await visitor.submit(page, form, changes);
    yield state(`${name} with invalid values`, invalid, 200, 'aria-invalid="true"');
  }
}
