/** Functions that run in the browser's page. These functions can't use anything outside their own bodies. */

export type Role = 'link' | 'button' | 'field' | 'heading' | 'image' | 'row';

export interface FoundElement {
  /** The position of the element's center in the window. */
  readonly x: number;
  readonly y: number;
  /** True if a click at the center reaches the element. */
  readonly isOnTop: boolean;
  readonly isEnabled: boolean;
  readonly value: string;
  /** The image file's width in pixels, or 0 if the element isn't a loaded image. */
  readonly imageWidth: number;
  /** The URL of an image or a link. */
  readonly url: string;
}

/**
 * Scrolls to the first visible element with the given role and name, and describes the element. If a modal
 * dialog is open, only the dialog's elements count.
 * @param pattern a regular expression for the element's accessible name
 * @param newValue a value to put in the field, or null
 */
export function inspectElement(role: Role, pattern: string, newValue: string | null): FoundElement | null {
  const selectors: Record<Role, string> = {
    link: 'a[href]',
    button: 'button, summary',
    field: 'input, select, textarea',
    heading: 'h1, h2, h3, h4',
    image: 'img',
    row: 'tr',
  };
  const normalize = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const readName = (element: HTMLElement) => {
    const labelIds = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = labelIds.map((id) => document.getElementById(id)?.textContent);
    if (labels.length > 0) return normalize(labels.join(' '));
    if (element.hasAttribute('aria-label')) return normalize(element.getAttribute('aria-label'));
    if (element instanceof HTMLImageElement) return normalize(element.alt);
    // biome-ignore lint/performance/useDomNodeTextContent: textContent also contains hidden text.
    if (role !== 'field') return normalize(element.innerText);
    return normalize(
      [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent).join(' '),
    );
  };
  const scope = document.querySelector('dialog[open]') ?? document;
  const name = new RegExp(pattern);
  const element = [...scope.querySelectorAll<HTMLElement>(selectors[role])].find(
    (candidate) => candidate.checkVisibility({ visibilityProperty: true }) && name.test(readName(candidate)),
  );
  if (!element) return null;

  if (newValue !== null) {
    const field = element as HTMLInputElement | HTMLSelectElement;
    const option = [...('options' in field ? field.options : [])].find(
      ({ text }) => normalize(text) === newValue,
    );
    if ('options' in field && !option) return null;
    // React ignores changes made through the element's own setter. The prototype still has the original setter.
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
    setter?.call(field, option?.value ?? newValue);
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  const center = { x: x + width / 2, y: y + height / 2 };
  const top = document.elementFromPoint(center.x, center.y);
  return {
    ...center,
    isOnTop: top !== null && (element.contains(top) || top.closest('label')?.control === element),
    isEnabled: !element.matches(':disabled, [aria-disabled="true"]'),
    value: 'value' in element ? String(element.value) : '',
    imageWidth: element instanceof HTMLImageElement ? element.naturalWidth : 0,
    url:
      element instanceof HTMLImageElement
        ? element.currentSrc
        : element instanceof HTMLAnchorElement
          ? element.href
          : '',
  };
}
