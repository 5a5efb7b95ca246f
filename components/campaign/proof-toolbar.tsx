import { buttonClass } from '#components/ui/button.ts';

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
