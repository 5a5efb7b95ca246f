/**
 * What the proof viewer's buttons and keys do. The server renders the viewer (proof-viewer.tsx). This script
 * changes only attributes and text that the server renders the same way every time, so React keeps the
 * changes.
 */

/** Zoom levels as percentages of the printed size. */
const ZOOM_LEVELS = [25, 50, 75, 100, 150, 200];
const ZOOM_KEYS: Readonly<Record<string, string>> = { '+': 'in', '=': 'in', '-': 'out', '0': 'fit' };
/** The printed width in CSS pixels if neither the size nor the image is known. */
const DEFAULT_WIDTH = 800;

/** Handles a click or a key press. `root` contains a viewer and its buttons. */
export function handleProofEvent(root: HTMLElement, event: Event): void {
  const viewer = root.querySelector<HTMLElement>('[role="group"]');
  if (!viewer || !(event.target instanceof Element)) return;
  if (event instanceof KeyboardEvent) {
    const action = zoomAction(event);
    if (event.target !== viewer || action === undefined) return;
    event.preventDefault();
    zoomTo(root, viewer, action);
    return;
  }
  const { side, zoom } = event.target.closest('button')?.dataset ?? {};
  if (side !== undefined) showSide(root, viewer, side);
  if (zoom !== undefined) zoomTo(root, viewer, zoom);
}

const zoomAction = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | undefined =>
  ctrlKey || metaKey || altKey ? undefined : ZOOM_KEYS[key];

function showSide(root: HTMLElement, viewer: HTMLElement, shown: string): void {
  for (const [i, side] of [...viewer.children].entries())
    side.toggleAttribute('data-current', String(i) === shown);
  for (const tab of root.querySelectorAll<HTMLElement>('[data-side]'))
    tab.ariaPressed = String(tab.dataset.side === shown);
}

/** @param action `in`, `out`, or `fit` */
function zoomTo(root: HTMLElement, viewer: HTMLElement, action: string): void {
  const zoom = action === 'fit' ? undefined : nextZoom(viewer, action === 'in' ? 1 : -1);
  if (zoom === undefined && action !== 'fit') return;
  const { style, dataset } = viewer;
  // A fixed height keeps the content below the viewer from moving.
  style.height = zoom === undefined ? '' : style.height || `${viewer.offsetHeight}px`;
  const width = zoom === undefined ? '' : `${Math.round((printWidth(viewer) * zoom) / 100)}px`;
  for (const side of viewer.querySelectorAll<HTMLElement>(':scope > *')) {
    side.style.width = width;
    side.style.maxWidth = zoom === undefined ? '' : 'none';
  }
  for (const image of viewer.querySelectorAll('img')) image.sizes = width || (dataset.fitSizes ?? '');
  if (zoom === undefined) delete dataset.zoom;
  else dataset.zoom = String(zoom);
  const level = root.querySelector('[data-zoom="fit"] > span');
  if (level) level.textContent = zoom === undefined ? 'Fit' : `${zoom} %`;
}

/** Returns the next zoom level, or undefined if there is none. */
function nextZoom(viewer: HTMLElement, direction: 1 | -1): number | undefined {
  const shownWidth = viewer.querySelector('[data-current]')?.clientWidth ?? 0;
  const percent = Number(viewer.dataset.zoom ?? (shownWidth / printWidth(viewer)) * 100);
  const levels = direction === 1 ? ZOOM_LEVELS : ZOOM_LEVELS.toReversed();
  return levels.find((level) => (level - percent) * direction > 1);
}

const printWidth = (viewer: HTMLElement): number =>
  Number(viewer.dataset.printWidth) || viewer.querySelector('img')?.naturalWidth || DEFAULT_WIDTH;
