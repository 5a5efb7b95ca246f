'use client';

import { buttonClass } from '#components/ui/button.ts';

interface SideTabsProps {
  readonly names: readonly string[];
  readonly current: number;
  readonly onChoose: (side: number) => void;
  /** The prefix of each side's element id. */
  readonly idPrefix: string;
}

export function SideTabs({ names, current, onChoose, idPrefix }: SideTabsProps) {
  return (
    <fieldset
      aria-label="Side"
      className="flex gap-0.5 rounded-[9px] bg-backdrop p-[3px] scriptless:hidden print:hidden"
    >
      {names.map((name, i) => (
        <button
          key={name}
          type="button"
          aria-pressed={i === current}
          aria-controls={`${idPrefix}-${i}`}
          onClick={() => onChoose(i)}
          className="rounded-[7px] px-3 py-1.25 text-[0.84375rem] font-medium text-muted hover:text-ink aria-pressed:bg-card aria-pressed:text-ink aria-pressed:shadow-tab"
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}

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
