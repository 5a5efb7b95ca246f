/** Finds a page's main actions, and defects such as overflow, overlapping text, and the text "undefined". */
import type { Page } from '@playwright/test';

export async function findLayoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = [];
    const main = document.querySelector('main');
    if (!main) return ['the page has no main element'];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) problems.push(`the page is ${scrollWidth} px wide on ${clientWidth}`);

    interface Line {
      readonly text: string;
      readonly node: Node;
      readonly element: Element;
      readonly box: DOMRect;
    }
    const isHidden = (element: Element) =>
      element.closest('.sr-only, [popover], dialog, template') !== null ||
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

    interface Edges {
      readonly left: number;
      readonly right: number;
      readonly top: number;
      readonly bottom: number;
    }
    /**
     * The area in which each element's content is visible. The element and its ancestors in `main` can cut
     * off content.
     */
    const visibleParts = new Map<Element, Edges>();
    function visiblePart(element: Element): Edges {
      const known = visibleParts.get(element);
      if (known) return known;
      const parent = element === main ? null : element.parentElement;
      let { left, right, top, bottom }: Edges = parent
        ? visiblePart(parent)
        : { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
      const { overflowX, overflowY } = getComputedStyle(element);
      if (overflowX !== 'visible' || overflowY !== 'visible') {
        const around = element.getBoundingClientRect();
        if (overflowX !== 'visible')
          [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
        if (overflowY !== 'visible')
          [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
      }
      const part = { left, right, top, bottom };
      visibleParts.set(element, part);
      return part;
    }

    /** Returns the visible part of one of the element's text boxes, or null if no part is visible. */
    function clip(box: DOMRect, element: Element): DOMRect | null {
      const part = visiblePart(element);
      const [left, right] = [Math.max(box.left, part.left), Math.min(box.right, part.right)];
      const [top, bottom] = [Math.max(box.top, part.top), Math.min(box.bottom, part.bottom)];
      return right - left > 1 && bottom - top > 1 ? new DOMRect(left, top, right - left, bottom - top) : null;
    }

    /** True if the element is sticky or fixed and can therefore cover other elements. */
    function isSticky(element: Element): boolean {
      for (let at: Element | null = element; at && at !== main; at = at.parentElement) {
        if (/sticky|fixed/.test(getComputedStyle(at).position)) return true;
      }
      return false;
    }

    function isInScroller(element: Element): boolean {
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
      }
      return false;
    }

    /** Finds controls that the window or a non-scrolling ancestor cuts off, and controls that cut off their text. */
    function findClippedControls(): void {
      for (const control of document.querySelectorAll('a, button, input, select, textarea, summary')) {
        const box = control.getBoundingClientRect();
        if (isHidden(control) || box.width < 2) continue;
        const name = `${control.tagName.toLowerCase()} "${(control.textContent || control.getAttribute('name') || '').trim().slice(0, 40)}"`;
        if (box.left < -1 || box.right > innerWidth + 1) {
          if (!isInScroller(control)) problems.push(`${name} is outside the window`);
        }
        const isText = control.matches('a, button, summary');
        const { overflowX, textOverflow } = getComputedStyle(control);
        if (
          isText &&
          overflowX !== 'visible' &&
          textOverflow !== 'ellipsis' &&
          control.scrollWidth > control.clientWidth + 1
        )
          problems.push(`${name} cuts off its text`);
      }
    }
    findClippedControls();

    const lines: Line[] = [];
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!element || text === '' || isHidden(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const box = clip(rect, element);
        if (box) lines.push({ text: text.slice(0, 40), node, element, box });
      }
    }

    for (const { text, element, box } of lines) {
      const card = element.closest('.bg-card, .tint') ?? main;
      const frame = card.getBoundingClientRect();
      const overflows =
        box.left < frame.left - 1 ||
        box.right > frame.right + 1 ||
        box.top < frame.top - 1 ||
        box.bottom > frame.bottom + 1;
      if (overflows) problems.push(`"${text}" overflows its ${card.tagName.toLowerCase()}`);
    }

    // Each line can overlap only the lines that start above its bottom, so most pairs needn't be compared.
    const fromTop = lines.toSorted((a, b) => a.box.top - b.box.top);
    for (const [i, line] of fromTop.entries()) {
      for (let next = i + 1; next < fromTop.length; next++) {
        const other = fromTop[next] as Line;
        if (other.box.top >= line.box.bottom) break;
        if (line.node === other.node) continue;
        const overlapX = Math.min(line.box.right, other.box.right) - Math.max(line.box.left, other.box.left);
        const overlapY = Math.min(line.box.bottom, other.box.bottom) - Math.max(line.box.top, other.box.top);
        // Ignore an overlap of at most half a line, because tightly spaced lines overlap slightly.
        const isOverlap = overlapX > 3 && overlapY > Math.min(line.box.height, other.box.height) / 2;
        if (isOverlap && isSticky(line.element) === isSticky(other.element)) {
          problems.push(`"${line.text}" and "${other.text}" overlap`);
        }
      }
    }

    const pageText = `${document.title}\n${main.textContent}`;
    const defect = /.{0,20}(\bundefined\b|\bNaN\b|\[object \w+\]|Invalid Date).{0,20}/.exec(pageText);
    if (defect) problems.push(`the text contains "${defect[0]}"`);
    for (const { text, element } of lines) {
      const isIsolated = element.closest('bdi, [dir="auto"], pre, textarea') !== null;
      if (/[\u0600-\u06ff]/.test(text) && !isIsolated)
        problems.push(`"${text}" may reverse the text around it`);
    }
    if (document.querySelector('[data-markup]') || 'ran' in window) problems.push('text became markup');
    return [...new Set(problems)];
  });
}

/**
 * Words up to this length mustn't be broken across lines. Longer words, email addresses, and URLs may be
 * broken.
 */
const LONGEST_UNBROKEN_WORD = 14;

/** Finds short words that are broken across lines. */
export async function findBrokenWords(page: Page): Promise<string[]> {
  return page.evaluate((maxLength) => {
    const problems = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent ?? '';
      if (!element || text.trim() === '' || element.closest('.sr-only, pre, textarea, .cm-editor')) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      range.selectNodeContents(node);
      if (range.getClientRects().length < 2) continue;
      for (const { 0: word, index } of text.matchAll(/\S+/g)) {
        if (word.length > maxLength || !/^[\p{L}\p{N}\p{Sc}.,:;!?#%()“”‘’'"…]+$/u.test(word)) continue;
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (boxes.some(({ top }) => Math.abs(top - (boxes[0]?.top ?? top)) > 2))
          problems.add(`the word "${word}" is broken in "${text.trim().slice(0, 40)}"`);
      }
    }
    return [...problems];
  }, LONGEST_UNBROKEN_WORD);
}

/** Returns the text of every visible button and link in the page's `main` element that looks like the main action. */
export async function findPrimaryButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('span'));
    probe.style.color = 'var(--color-red)';
    const red = getComputedStyle(probe).color;
    probe.remove();
    return [...document.querySelectorAll<HTMLElement>('main :is(button, a)')]
      .filter((button) => button.checkVisibility() && getComputedStyle(button).backgroundColor === red)
      .map((button) => button.textContent.trim());
  });
}
