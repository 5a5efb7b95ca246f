/**
 * A design as a document that can be looked at. What keeps it harmless is the policy of the frame it is shown in (see
 * frame.ts); what is done here makes it look right: its pictures are put into it, because the frame loads none, and its
 * variables are marked.
 */
import { type DefaultTreeAdapterMap, defaultTreeAdapter, html as names, parse, serialize } from 'parse5';
import { placeholdersIn } from '#lib/domain/template-variables.ts';
import { findCssUrls, replaceCssUrls } from './css.ts';

type Node = DefaultTreeAdapterMap['node'];
type Document = DefaultTreeAdapterMap['document'];
type Element = DefaultTreeAdapterMap['element'];
type TextNode = DefaultTreeAdapterMap['textNode'];
type Attribute = Element['attrs'][number];

const { HTML } = names.NS;
/** Elements whose text is no text on the page, or can't hold an element. */
const NO_MARKS = new Set([
  'script',
  'style',
  'title',
  'textarea',
  'option',
  'select',
  'iframe',
  'noframes',
  'noembed',
  'xmp',
  'plaintext',
  'template',
]);
/**
 * Nothing comes of these in a frame that runs and loads nothing, with one exception: a link can make the browser open a
 * connection ahead, which no policy forbids.
 */
const NOT_SHOWN = new Set(['script', 'base', 'link', 'iframe', 'frame', 'object', 'embed']);
/** As the frame's browser reads it, where what is for browsers without scripts is markup like any other. */
const READING = { scriptingEnabled: false };
/** Visible on any ground, in the colours of the design itself. It takes no room, so that nothing moves. */
const MARK =
  'all:unset;outline:1px dashed currentColor;background:color-mix(in srgb,currentColor 14%,transparent)';

export interface Design {
  /** The addresses of the pictures it shows, as it writes them, each once. */
  readonly imageUrls: readonly string[];
  /** @param pictures what stands for an address, as a data: URI */
  render(pictures: ReadonlyMap<string, string>): string;
}

/** Reading takes the square of how deep a design is nested, and writing a call for each level. */
const MOST_TAGS = 20_000;
const MOST_LEVELS = 1_000;

/** Markup that is read otherwise after it was written anew is written again, until it is what it seems. */
const MOST_ROUNDS = 4;

/** Null for what is too large, too deeply nested or too twisted. */
export function parseDesign(html: string): Design | null {
  if (html.split('<', MOST_TAGS + 1).length > MOST_TAGS) return null;
  let written = html;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const document = parse(written, READING);
    const parts: Parts = { elements: [], texts: [] };
    if (collect(document, parts) > MOST_LEVELS) return null;
    const anew = serialize(document, READING);
    if (anew === written) return designOf(document, parts);
    written = anew;
  }
  return null;
}

function designOf(document: Document, { elements, texts }: Parts): Design {
  for (const text of texts) mark(text);
  return {
    imageUrls: [...new Set(elements.flatMap(addressesIn))],
    render(pictures) {
      for (const element of elements) show(element, pictures);
      return serialize(document, READING);
    },
  };
}

interface Parts {
  readonly elements: Element[];
  readonly texts: TextNode[];
}

/** @returns how deep it is nested */
function collect(root: Node, { elements, texts }: Parts): number {
  let deepest = 0;
  const waiting: { node: Node; level: number }[] = [{ node: root, level: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, level } = next;
    deepest = Math.max(deepest, level);
    if (!('childNodes' in node)) continue;
    for (const child of [...node.childNodes]) {
      if (defaultTreeAdapter.isTextNode(child)) {
        if (mayBeMarked(node)) texts.push(child);
      } else if (!defaultTreeAdapter.isElementNode(child)) continue;
      else if (isNotShown(child)) defaultTreeAdapter.detachNode(child);
      else {
        elements.push(child);
        waiting.push({ node: child, level: level + 1 });
        // A template may be the beginning of a shadow tree, which is shown.
        if ('content' in child) waiting.push({ node: child.content, level: level + 1 });
      }
    }
  }
  return deepest;
}

function isNotShown(element: Element): boolean {
  if (NOT_SHOWN.has(element.tagName)) return true;
  return element.tagName === 'meta' && element.attrs.some(({ name }) => name === 'http-equiv');
}

const mayBeMarked = (parent: Node): boolean =>
  'tagName' in parent && parent.namespaceURI === HTML && !NO_MARKS.has(parent.tagName);

function mark(text: TextNode): void {
  const { value, parentNode } = text;
  const found = placeholdersIn(value);
  if (found.length === 0 || parentNode === null) return;
  let end = 0;
  for (const { from, to } of found) {
    if (from > end) defaultTreeAdapter.insertTextBefore(parentNode, value.slice(end, from), text);
    const marked = defaultTreeAdapter.createElement('mark', HTML, [{ name: 'style', value: MARK }]);
    defaultTreeAdapter.insertText(marked, value.slice(from, to));
    defaultTreeAdapter.insertBefore(parentNode, marked, text);
    end = to;
  }
  text.value = value.slice(end);
}

const isPictureAddress = (element: Element, { name }: Attribute): boolean =>
  element.tagName === 'img' ? name === 'src' : element.tagName === 'image' && name === 'href';

const isStyleText = (node: Node): node is TextNode => defaultTreeAdapter.isTextNode(node);

function addressesIn(element: Element): readonly string[] {
  const css =
    element.tagName === 'style' ? element.childNodes.filter(isStyleText).map(({ value }) => value) : [];
  const attributes = element.attrs.flatMap((attribute) => {
    if (attribute.name === 'style') return findCssUrls(attribute.value);
    return isPictureAddress(element, attribute) ? [attribute.value] : [];
  });
  return [...attributes, ...css.flatMap(findCssUrls)];
}

function show(element: Element, pictures: ReadonlyMap<string, string>): void {
  for (const attribute of element.attrs) {
    if (attribute.name === 'style') attribute.value = replaceCssUrls(attribute.value, pictures);
    else if (isPictureAddress(element, attribute)) {
      attribute.value = pictures.get(attribute.value) ?? standIn(attribute.value) ?? attribute.value;
    }
  }
  // Of an img and of a picture's sources: a browser that may not load one of these doesn't go back to the src.
  element.attrs = element.attrs.filter(({ name }) => name !== 'srcset');
  if (element.tagName !== 'style') return;
  for (const text of element.childNodes.filter(isStyleText))
    text.value = replaceCssUrls(text.value, pictures);
}

/** A picture that a campaign puts in, such as a QR code: its place, with the variable's name. */
function standIn(address: string): string | undefined {
  const [variable] = placeholdersIn(address);
  if (variable === undefined) return undefined;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><path d="M1 1h198v198H1z" fill="#eee" stroke="#777" stroke-width="2" stroke-dasharray="6 4"/><text x="100" y="104" text-anchor="middle" textLength="180" lengthAdjust="spacingAndGlyphs" font-family="monospace" font-size="${Math.min(36, 320 / variable.name.length)}" fill="#444">{{${variable.name}}}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
