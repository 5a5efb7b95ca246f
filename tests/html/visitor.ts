/** Opens pages and submits forms without JavaScript, as a text browser does. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

export interface OpenedPage {
  readonly url: string;
  readonly status: number;
  readonly html: string;
}

export interface PageForm {
  /**
   * The fields that the form submits if nothing is changed, including the name and value of the first
   * button that submits to the form's own URL.
   */
  readonly fields: ReadonlyMap<string, string>;
  /** The names of the fields that people type into. */
  readonly typed: readonly string[];
  /** The URL that the form submits to, or undefined for the URL of the page. */
  readonly action: string | undefined;
}

const TYPED_INPUTS = new Set(['text', 'email', 'password', 'search', 'tel', 'url']);
const BUTTON_INPUTS = new Set(['submit', 'button', 'reset', 'image', 'file']);

function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((each) => each.name === name)?.value;
}

/** Returns the element's descendants in document order. */
function elementsIn(node: Node): Element[] {
  const children = 'childNodes' in node ? node.childNodes : [];
  return children.flatMap((child) => ('tagName' in child ? [child, ...elementsIn(child)] : []));
}

function textIn(node: Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value;
  return 'childNodes' in node ? node.childNodes.map(textIn).join('') : '';
}

function selectedOption(select: Element): string {
  const options = elementsIn(select).filter(({ tagName }) => tagName === 'option');
  const selected = options.find((option) => attribute(option, 'selected') !== undefined) ?? options[0];
  return selected ? (attribute(selected, 'value') ?? textIn(selected)) : '';
}

/** Returns the value that a control submits, or undefined if the control submits nothing. */
function submittedValue(control: Element): string | undefined {
  if (attribute(control, 'disabled') !== undefined) return undefined;
  if (control.tagName === 'select') return selectedOption(control);
  if (control.tagName === 'textarea') return textIn(control);
  const type = attribute(control, 'type') ?? 'text';
  if (control.tagName !== 'input' || BUTTON_INPUTS.has(type)) return undefined;
  if (type !== 'checkbox' && type !== 'radio') return attribute(control, 'value') ?? '';
  return attribute(control, 'checked') === undefined ? undefined : (attribute(control, 'value') ?? 'on');
}

function isTyped(control: Element): boolean {
  if (control.tagName === 'textarea') return true;
  return control.tagName === 'input' && TYPED_INPUTS.has(attribute(control, 'type') ?? 'text');
}

function readForm(form: Element, elements: readonly Element[]): PageForm {
  const id = attribute(form, 'id');
  const ownElements = elementsIn(form).filter((element) => attribute(element, 'form') === undefined);
  const linkedElements = elements.filter((element) => id !== undefined && attribute(element, 'form') === id);
  const fields = new Map<string, string>();
  const typed: string[] = [];
  let hasButton = false;
  for (const element of [...ownElements, ...linkedElements]) {
    const name = attribute(element, 'name');
    const isButton =
      element.tagName === 'button' &&
      attribute(element, 'type') !== 'button' &&
      attribute(element, 'formaction') === undefined;
    const value = isButton && !hasButton ? (attribute(element, 'value') ?? '') : submittedValue(element);
    hasButton ||= isButton;
    if (name === undefined || value === undefined) continue;
    fields.set(name, value);
    if (isTyped(element)) typed.push(name);
  }
  return { fields, typed, action: attribute(form, 'action') };
}

/** Returns the POST forms in the page's `main` element. Search forms and the sign-out form aren't included. */
export function readForms(html: string): PageForm[] {
  const elements = elementsIn(parse(html));
  const main = elements.find(({ tagName }) => tagName === 'main');
  return (main ? elementsIn(main) : [])
    .filter((element) => element.tagName === 'form' && attribute(element, 'method')?.toLowerCase() === 'post')
    .map((form) => readForm(form, elements));
}

/** Opens pages and submits forms as one person, and keeps the person's cookies. */
export class Visitor {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  open(path: string): Promise<OpenedPage> {
    return this.#send(path, {});
  }

  /** Submits the form with the changed fields. @returns the resulting page, after any redirects */
  submit(page: OpenedPage, form: PageForm, changes: Readonly<Record<string, string>>): Promise<OpenedPage> {
    const body = new FormData();
    for (const [name, value] of new Map([...form.fields, ...Object.entries(changes)])) body.set(name, value);
    return this.#send(new URL(form.action || page.url, page.url).href, { method: 'POST', body });
  }

  /** Sends URL-encoded fields, as a form does if JavaScript is off. */
  post(path: string, fields: Readonly<Record<string, string>>): Promise<OpenedPage> {
    return this.#send(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  async #send(path: string, init: RequestInit): Promise<OpenedPage> {
    const url = new URL(path, this.#origin);
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, accept: 'text/html', origin: url.origin };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    const html = await response.text();
    const location = response.status < 400 ? response.headers.get('location') : null;
    if (location !== null) return this.#send(new URL(location, url).href, {});
    return { url: url.href, status: response.status, html };
  }
}
