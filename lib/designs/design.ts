/**
 * Prepares a design's HTML for display in a frame. Embeds the design's images, because the frame doesn't load
 * any images. Highlights the design's variables. The frame's policy in frame.ts makes the HTML safe to
 * display.
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
/**
 * Elements in which variables can't be highlighted, because browsers hide the text of these elements or don't
 * allow a <mark> element in them.
 */
const UNMARKED = new Set([
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
 * Elements to remove from designs. The frame's policy keeps designs from running scripts or loading files.
 * However, no policy prevents a <link> element from opening a connection.
 */
const REMOVED = new Set(['script', 'base', 'link', 'iframe', 'frame', 'object', 'embed']);
/**
 * Parses the content of <noscript> elements as HTML. The frame shows the content of <noscript> elements,
 * because scripting is disabled.
 */
const PARSE_OPTIONS = { scriptingEnabled: false };
/**
 * The style of highlighted variables. Uses the text's color, so that the highlight is visible on any
 * background. Uses an outline, because outlines don't change the layout.
 */
const MARK =
  'all:unset;outline:1px dashed currentColor;background:color-mix(in srgb,currentColor 14%,transparent)';

export interface Design {
  /** The design's image URLs without duplicates. Each URL is spelled exactly as in the design. */
  readonly imageUrls: readonly string[];
  /** The design's HTML without harmful elements, before images are embedded. */
  readonly html: string;
  /**
   * @param dataUris images to embed, by URL
   * @param fontStyles `@font-face` rules to add
   */
  render(dataUris: ReadonlyMap<string, string>, fontStyles: string): string;
}

/**
 * Limits for the design's size and nesting depth. The parsing time grows with the square of the nesting
 * depth, and serializing needs a stack frame per level.
 */
const MAX_TAGS = 20_000;
const MAX_LEVELS = 1_000;

/**
 * The maximum number of times that a design is parsed. Some markup changes when serialized and parsed again,
 * so parsing is repeated until the design no longer changes.
 */
const MAX_ROUNDS = 4;

/**
 * Parses a design. Returns null if the design is too large, is too deeply nested, or changes each time it is
 * parsed.
 */
export function parseDesign(html: string): Design | null {
  if (html.split('<', MAX_TAGS + 1).length > MAX_TAGS) return null;
  let source = html;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const document = parse(source, PARSE_OPTIONS);
    const parts: Parts = { elements: [], texts: [] };
    if (collect(document, parts) > MAX_LEVELS) return null;
    const serialized = serialize(document, PARSE_OPTIONS);
    if (serialized === source) return createDesign(document, parts, serialized);
    source = serialized;
  }
  return null;
}

function createDesign(document: Document, { elements, texts }: Parts, html: string): Design {
  for (const text of texts) markVariables(text);
  return {
    imageUrls: [...new Set(elements.flatMap(imageUrlsIn))],
    html,
    render(dataUris, fontStyles) {
      for (const element of elements) embedImages(element, dataUris);
      if (fontStyles !== '') addStyles(elements, fontStyles);
      return serialize(document, PARSE_OPTIONS);
    },
  };
}

/** Adds styles to the end of the head, where they don't change which body elements the design's selectors match. */
function addStyles(elements: readonly Element[], css: string): void {
  const head = elements.find(({ tagName }) => tagName === 'head');
  if (head === undefined) return;
  const style = defaultTreeAdapter.createElement('style', HTML, []);
  defaultTreeAdapter.insertText(style, css);
  defaultTreeAdapter.appendChild(head, style);
}

interface Parts {
  readonly elements: Element[];
  readonly texts: TextNode[];
}

/**
 * Collects a node's elements and text nodes, and removes elements that must not be shown.
 * @returns the nesting depth
 */
function collect(root: Node, { elements, texts }: Parts): number {
  let deepest = 0;
  const stack: { node: Node; level: number }[] = [{ node: root, level: 0 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, level } = next;
    deepest = Math.max(deepest, level);
    if (!('childNodes' in node)) continue;
    for (const child of [...node.childNodes]) {
      if (defaultTreeAdapter.isTextNode(child)) {
        if (canContainMarks(node)) texts.push(child);
      } else if (!defaultTreeAdapter.isElementNode(child)) continue;
      else if (isRemoved(child)) defaultTreeAdapter.detachNode(child);
      else {
        elements.push(child);
        stack.push({ node: child, level: level + 1 });
        // Include the content of <template> elements.
        // A <template> element can declare a shadow tree, which browsers show.
        if ('content' in child) stack.push({ node: child.content, level: level + 1 });
      }
    }
  }
  return deepest;
}

function isRemoved(element: Element): boolean {
  if (REMOVED.has(element.tagName)) return true;
  return element.tagName === 'meta' && element.attrs.some(({ name }) => name === 'http-equiv');
}

const canContainMarks = (parent: Node): boolean =>
  'tagName' in parent && parent.namespaceURI === HTML && !UNMARKED.has(parent.tagName);

function markVariables(text: TextNode): void {
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

const isImageUrl = (element: Element, { name }: Attribute): boolean =>
  element.tagName === 'img' ? name === 'src' : element.tagName === 'image' && name === 'href';

const isStyleText = (node: Node): node is TextNode => defaultTreeAdapter.isTextNode(node);

function imageUrlsIn(element: Element): readonly string[] {
  const css =
    element.tagName === 'style' ? element.childNodes.filter(isStyleText).map(({ value }) => value) : [];
  const attributes = element.attrs.flatMap((attribute) => {
    if (attribute.name === 'style') return findCssUrls(attribute.value);
    return isImageUrl(element, attribute) ? [attribute.value] : [];
  });
  return [...attributes, ...css.flatMap(findCssUrls)];
}

function embedImages(element: Element, dataUris: ReadonlyMap<string, string>): void {
  for (const attribute of element.attrs) {
    if (attribute.name === 'style') attribute.value = replaceCssUrls(attribute.value, dataUris);
    else if (isImageUrl(element, attribute)) {
      attribute.value = dataUris.get(attribute.value) ?? placeholderImage(attribute.value) ?? attribute.value;
    }
  }
  // Remove srcset, because browsers prefer it to src, and don't fall back to src if srcset fails to load.
  element.attrs = element.attrs.filter(({ name }) => name !== 'srcset');
  if (element.tagName !== 'style') return;
  for (const text of element.childNodes.filter(isStyleText))
    text.value = replaceCssUrls(text.value, dataUris);
}

/**
 * Returns a placeholder for an image (such as a QR code) whose URL contains a variable. The placeholder shows
 * the variable's name.
 */
function placeholderImage(url: string): string | undefined {
  const [variable] = placeholdersIn(url);
  if (variable === undefined) return undefined;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><path d="M1 1h198v198H1z" fill="#eee" stroke="#777" stroke-width="2" stroke-dasharray="6 4"/><text x="100" y="104" text-anchor="middle" textLength="180" lengthAdjust="spacingAndGlyphs" font-family="monospace" font-size="${Math.min(36, 320 / variable.name.length)}" fill="#444">{{${variable.name}}}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
