'use client';

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Image } from '#components/ui/image.tsx';
import type { ImageSources } from '#lib/http/file-urls.ts';
import { mailpieceSizes } from './mailpiece.ts';
import { ZoomButtons } from './proof-toolbar.tsx';
import { SideTabs } from './side-tabs.tsx';

interface Side {
  readonly name: string;
  readonly sources: ImageSources;
  readonly alt: string;
}

interface ProofViewerProps {
  readonly sides: readonly Side[];
  /** The class names that `mailpieceShape` returns. */
  readonly shape: string;
  /** The printed width in inches, or undefined if the size is unknown. */
  readonly widthInches: number | undefined;
  readonly size: string;
  readonly children: ReactNode;
}

/** Zoom levels as percentages of the printed size. */
const ZOOM_LEVELS = [25, 50, 75, 100, 150, 200];
const CSS_PX_PER_INCH = 96;

/**
 * Shows one side of a mailpiece at a time, with zoom controls. Without JavaScript, shows all sides in a
 * column and hides the controls.
 */
export function ProofViewer({ sides, shape, widthInches, size, children }: ProofViewerProps) {
  const [current, setCurrent] = useState(0);
  /** The zoom level, or undefined while the side is scaled to fit the viewer. */
  const [zoom, setZoom] = useState<number>();
  /**
   * The viewer's height while a zoom level is set. A fixed height keeps the content below the viewer from
   * moving.
   */
  const [height, setHeight] = useState<number>();
  const viewer = useRef<HTMLDivElement>(null);
  const id = useId();

  const printWidth = () => {
    if (widthInches !== undefined) return widthInches * CSS_PX_PER_INCH;
    return viewer.current?.querySelector('img')?.naturalWidth || 800;
  };
  const stepZoom = (direction: 1 | -1) => {
    const widthPx = document.getElementById(`${id}-${current}`)?.clientWidth ?? 0;
    const percent = zoom ?? (widthPx / printWidth()) * 100;
    const levels = direction === 1 ? ZOOM_LEVELS : ZOOM_LEVELS.toReversed();
    const next = levels.find((level) => (level - percent) * direction > 1);
    if (next === undefined) return;
    if (zoom === undefined) setHeight(viewer.current?.offsetHeight);
    setZoom(next);
  };
  const fitToView = () => setZoom(undefined);

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: this group contains images, not form fields */}
      <div
        ref={viewer}
        role="group"
        aria-label="Mailpiece. Press plus or minus to zoom, or 0 to fit."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll and zoom this area
        tabIndex={0}
        onKeyDown={(event) => zoomByKey(event, stepZoom, fitToView)}
        style={zoom === undefined ? undefined : { height }}
        className="backdrop-dots grid scripted:max-h-[85dvh] print:max-h-none! print:p-0 justify-items-center-safe gap-5 overflow-auto px-4 py-5.5 -outline-offset-2 rail:min-h-100 rail:content-center-safe rail:px-11.5 rail:py-10"
      >
        {sides.map((side, i) => (
          <div
            key={side.name}
            id={`${id}-${i}`}
            style={zoom === undefined ? undefined : { width: (printWidth() * zoom) / 100, maxWidth: 'none' }}
            className={`w-full bg-card shadow-mailpiece ${shape} ${i === current ? '' : 'scripted:hidden print:block!'}`}
          >
            <Image
              {...side.sources}
              {...(i === 0 ? { fetchPriority: 'high' } : { loading: 'lazy' })}
              sizes={
                zoom === undefined ? mailpieceSizes(shape) : `${Math.round((printWidth() * zoom) / 100)}px`
              }
              alt={side.alt}
              className="size-full object-contain text-sm text-muted"
            />
          </div>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line bg-card px-3 py-2.5">
        {sides.length > 1 && (
          <SideTabs
            names={sides.map(({ name }) => name)}
            current={current}
            onChoose={setCurrent}
            idPrefix={id}
          />
        )}
        <span className="grow text-right text-xs text-muted max-sm:hidden">{size}</span>
        <ZoomButtons zoom={zoom} stepZoom={stepZoom} fitToView={fitToView} />
        {children}
      </div>
    </>
  );
}

function zoomByKey(event: KeyboardEvent, stepZoom: (direction: 1 | -1) => void, fitToView: () => void) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '+' || event.key === '=') stepZoom(1);
  else if (event.key === '-') stepZoom(-1);
  else if (event.key === '0') fitToView();
  else return;
  event.preventDefault();
}
