import { buttonClass } from '#components/ui/button.ts';

interface SideTabsProps {
  readonly names: readonly string[];
  readonly current: number;
  /** Undefined in the proof viewer, whose script handles the clicks (proof-events.ts). */
  readonly onChoose?: (side: number) => void;
  /** The prefix of each side's element id. */
  readonly idPrefix: string;
}

export function SideTabs({ names, current, onChoose, idPrefix }: SideTabsProps) {
  return (
    <fieldset
      aria-label="Side"
      className="flex gap-0.5 rounded-[9px] bg-backdrop p-[3px] scriptless:hidden in-data-uncontrolled:hidden print:hidden"
    >
      {names.map((name, i) => (
        <button
          key={name}
          type="button"
          data-side={i}
          aria-pressed={i === current}
          aria-controls={`${idPrefix}-${i}`}
          onClick={onChoose && (() => onChoose(i))}
          className="rounded-[7px] px-3 py-1.25 text-[0.84375rem] font-medium text-muted hover:text-ink aria-pressed:bg-card aria-pressed:text-ink aria-pressed:shadow-tab"
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}

export function ZoomButtons() {
  return (
    <fieldset
      aria-label="Zoom"
      className="flex items-center max-sm:grow max-sm:justify-end scriptless:hidden in-data-uncontrolled:hidden print:hidden"
    >
      <button
        type="button"
        data-zoom="out"
        aria-label="Zoom out"
        aria-keyshortcuts="-"
        className={buttonClass('quiet')}
      >
        −
      </button>
      <button
        type="button"
        data-zoom="fit"
        title="Zoom level, as a percentage of print size. Click to fit."
        className="min-w-13 rounded-md py-2 text-center text-sm text-muted tabular-nums hover:text-ink"
      >
        <span aria-live="polite">Fit</span>
      </button>
      <button
        type="button"
        data-zoom="in"
        aria-label="Zoom in"
        aria-keyshortcuts="+"
        className={buttonClass('quiet')}
      >
        +
      </button>
    </fieldset>
  );
}
