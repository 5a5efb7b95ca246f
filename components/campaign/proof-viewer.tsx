'use client';

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Image } from '#components/ui/image.tsx';
import { SideTabs, ZoomButtons } from './proof-toolbar.tsx';

interface Side {
  readonly name: string;
  readonly src: string;
  readonly alt: string;
}

interface ProofViewerProps {
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
export function ProofViewer({ sides, shape, printWidthIn, size, children }: ProofViewerProps) {
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
    const shown = document.getElementById(`${id}-${current}`)?.clientWidth ?? 0;
    const percent = zoom ?? (shown / printWidth()) * 100;
    const levels = direction === 1 ? ZOOMS : ZOOMS.toReversed();
    const next = levels.find((level) => (level - percent) * direction > 1);
    if (next === undefined) return;
    if (zoom === undefined) setHeight(desk.current?.offsetHeight);
    setZoom(next);
  };
  const fitIn = () => setZoom(undefined);

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of pictures, not of form fields */}
      <div
        ref={desk}
        role="group"
        aria-label="Mailpiece. Press plus or minus to zoom, 0 to fit."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls and zooms must be reachable by keyboard
        tabIndex={0}
        onKeyDown={(event) => zoomByKey(event, step, fitIn)}
        style={zoom === undefined ? undefined : { height }}
        className="desk-dots grid scripted:max-h-[85dvh] justify-items-center-safe gap-5 overflow-auto px-4 py-5.5 -outline-offset-2 rail:min-h-100 rail:content-center-safe rail:px-11.5 rail:py-10"
      >
        {sides.map((side, i) => (
          <div
            key={side.name}
            id={`${id}-${i}`}
            style={zoom === undefined ? undefined : { width: (printWidth() * zoom) / 100, maxWidth: 'none' }}
            className={`w-full bg-card shadow-piece ${shape} ${i === current ? '' : 'scripted:hidden'}`}
          >
            <Image src={side.src} alt={side.alt} className="size-full object-contain text-sm text-muted" />
          </div>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line bg-card px-3 py-2.5">
        {sides.length > 1 && (
          <SideTabs names={sides.map(({ name }) => name)} current={current} onChoose={setCurrent} id={id} />
        )}
        <span className="grow text-right text-xs text-muted max-sm:hidden">{size}</span>
        <ZoomButtons zoom={zoom} step={step} fitIn={fitIn} />
        {children}
      </div>
    </>
  );
}

function zoomByKey(event: KeyboardEvent, step: (direction: 1 | -1) => void, fitIn: () => void) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '+' || event.key === '=') step(1);
  else if (event.key === '-') step(-1);
  else if (event.key === '0') fitIn();
  else return;
  event.preventDefault();
}
