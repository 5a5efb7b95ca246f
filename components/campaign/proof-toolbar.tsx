'use client';

import { buttonClass } from '#components/ui/button.ts';

interface ZoomButtonsProps {
  /**
   * The zoom level as a percentage of the printed size, or undefined while the side is scaled to fit the
   * viewer.
   */
  readonly zoom: number | undefined;
  readonly stepZoom: (direction: 1 | -1) => void;
  readonly fitToView: () => void;
}

export function ZoomButtons({ zoom, stepZoom, fitToView }: ZoomButtonsProps) {
  return (
    <fieldset
      aria-label="Zoom"
      className="flex items-center max-sm:grow max-sm:justify-end scriptless:hidden print:hidden"
    >
      <button
        type="button"
        aria-label="Zoom out"
        aria-keyshortcuts="-"
        onClick={() => stepZoom(-1)}
        className={buttonClass('quiet')}
      >
        −
      </button>
      <button
        type="button"
        title="Zoom level, as a percentage of print size. Click to fit."
        onClick={fitToView}
        className="min-w-13 rounded-md py-2 text-center text-sm text-muted tabular-nums hover:text-ink"
      >
        <span aria-live="polite">{zoom === undefined ? 'Fit' : `${zoom} %`}</span>
      </button>
      <button
        type="button"
        aria-label="Zoom in"
        aria-keyshortcuts="+"
        onClick={() => stepZoom(1)}
        className={buttonClass('quiet')}
      >
        +
      </button>
    </fieldset>
  );
}
