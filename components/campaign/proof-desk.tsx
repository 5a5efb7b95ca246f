'use client';

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { buttonClass } from '../ui/button.ts';
import { Picture } from '../ui/picture.tsx';

interface Side {
  readonly name: string;
  readonly src: string;
  readonly alt: string;
}

interface ProofDeskProps {
  readonly sides: readonly Side[];
  readonly shape: string;
  /** Inches; undefined for a size that isn't known. */
  readonly printWidthIn: number | undefined;
  readonly size: string;
  readonly children: ReactNode;
}

/** In percent of the printed size. */
const ZOOMS = [25, 50, 75, 100, 150, 200];
const CSS_PX_PER_INCH = 96;

/**
 * The sides of a mailpiece on the desk, one at a time, to be looked at closely. Without JavaScript all of them lie
 * there one below the other, and what needs a script isn't shown.
 */
export function ProofDesk({ sides, shape, printWidthIn, size, children }: ProofDeskProps) {
  const [current, setCurrent] = useState(0);
  /** Undefined: as large as the desk allows. */
  const [zoom, setZoom] = useState<number>();
  /** The desk keeps the height it had, so that nothing below it jumps. */
  const [height, setHeight] = useState<number>();
  const desk = useRef<HTMLDivElement>(null);
  const id = useId();

  const printWidth = () => {
    if (printWidthIn !== undefined) return printWidthIn * CSS_PX_PER_INCH;
    return desk.current?.querySelector('img')?.naturalWidth || 800;
  };
  const step = (direction: 1 | -1) => {
    const shown = desk.current?.querySelector(`#${CSS.escape(`${id}-${current}`)}`)?.clientWidth ?? 0;
    const percent = zoom ?? (shown / printWidth()) * 100;
    const levels = direction === 1 ? ZOOMS : ZOOMS.toReversed();
    const next = levels.find((level) => (level - percent) * direction > 1);
    if (next === undefined) return;
    if (zoom === undefined) setHeight(desk.current?.offsetHeight);
    setZoom(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') step(1);
    else if (event.key === '-') step(-1);
    else if (event.key === '0') setZoom(undefined);
    else return;
    event.preventDefault();
  };

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of pictures, not of form fields */}
      <div
        ref={desk}
        role="group"
        aria-label="The mailpiece. Plus and minus zoom, 0 fits it in."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls and zooms must be reachable by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
        style={zoom === undefined ? undefined : { height }}
        className="desk-dots grid scripted:max-h-[85dvh] justify-items-center-safe gap-5 overflow-auto px-4 py-5.5 -outline-offset-2 rail:min-h-100 rail:content-center-safe rail:px-11.5 rail:py-10"
      >
        {sides.map((side, i) => (
          <div
            key={side.name}
            id={`${id}-${i}`}
            style={zoom === undefined ? undefined : { width: (printWidth() * zoom) / 100, maxWidth: 'none' }}
            className={`w-full bg-white shadow-piece ${shape} ${i === current ? '' : 'scripted:hidden'}`}
          >
            <Picture src={side.src} alt={side.alt} className="size-full object-contain text-sm text-[#333]" />
          </div>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line bg-card px-3 py-2.5">
        {sides.length > 1 && (
          <fieldset
            aria-label="Side"
            className="flex gap-0.5 rounded-[9px] bg-desk p-[3px] scriptless:hidden"
          >
            {sides.map(({ name }, i) => (
              <button
                key={name}
                type="button"
                aria-pressed={i === current}
                aria-controls={`${id}-${i}`}
                onClick={() => setCurrent(i)}
                className="rounded-[7px] px-3 py-1.25 text-[0.84375rem] font-medium text-muted hover:text-ink aria-pressed:bg-card aria-pressed:text-ink aria-pressed:shadow-tab"
              >
                {name}
              </button>
            ))}
          </fieldset>
        )}
        <span className="grow text-right text-xs text-muted max-sm:hidden">{size}</span>
        <fieldset
          aria-label="Zoom"
          className="flex items-center max-sm:grow max-sm:justify-end scriptless:hidden"
        >
          <button
            type="button"
            aria-label="Zoom out"
            aria-keyshortcuts="-"
            onClick={() => step(-1)}
            className={buttonClass('quiet')}
          >
            −
          </button>
          <button
            type="button"
            title="Percent of the printed size. Press to fit it in."
            onClick={() => setZoom(undefined)}
            className="min-w-13 rounded-md py-2 text-center text-sm text-muted tabular-nums hover:text-ink"
          >
            <span aria-live="polite">{zoom === undefined ? 'Fit' : `${zoom} %`}</span>
          </button>
          <button
            type="button"
            aria-label="Zoom in"
            aria-keyshortcuts="+"
            onClick={() => step(1)}
            className={buttonClass('quiet')}
          >
            +
          </button>
        </fieldset>
        {children}
      </div>
    </>
  );
}
