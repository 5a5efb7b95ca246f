import type { ReactNode } from 'react';
import { Image } from '#components/ui/image.tsx';
import type { ImageSources } from '#lib/http/file-urls.ts';
import { mailpieceSizes } from './mailpiece.ts';
import { ProofControls } from './proof-controls.tsx';
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

const CSS_PX_PER_INCH = 96;
const ID_PREFIX = 'proof-side';

/**
 * Shows one side of a mailpiece at a time, with zoom controls. Without JavaScript, shows all sides in a
 * column and hides the controls.
 */
export function ProofViewer({ sides, shape, widthInches, size, children }: ProofViewerProps) {
  return (
    <ProofControls>
      {/* biome-ignore lint/a11y/useSemanticElements: this group contains images, not form fields */}
      <div
        role="group"
        aria-label="Mailpiece. Press plus or minus to zoom, or 0 to fit."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll and zoom this area
        tabIndex={0}
        data-print-width={widthInches && widthInches * CSS_PX_PER_INCH}
        data-fit-sizes={mailpieceSizes(shape)}
        className="backdrop-dots grid scripted:max-h-[85dvh] print:max-h-none! print:p-0 justify-items-center-safe gap-5 overflow-auto px-4 py-5.5 -outline-offset-2 rail:min-h-100 rail:content-center-safe rail:px-11.5 rail:py-10"
      >
        {sides.map((side, i) => (
          <div
            key={side.name}
            id={`${ID_PREFIX}-${i}`}
            data-current={i === 0 ? '' : undefined}
            className={`w-full bg-card shadow-mailpiece ${shape} scripted:not-data-current:hidden in-data-uncontrolled:block! print:block!`}
          >
            <Image
              {...side.sources}
              {...(i === 0 ? { fetchPriority: 'high' } : { loading: 'lazy' })}
              sizes={mailpieceSizes(shape)}
              alt={side.alt}
              className="size-full object-contain text-sm text-muted"
            />
          </div>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line bg-card px-3 py-2.5">
        {sides.length > 1 && (
          <SideTabs names={sides.map(({ name }) => name)} current={0} idPrefix={ID_PREFIX} />
        )}
        <span className="grow text-right text-xs text-muted max-sm:hidden">{size}</span>
        <ZoomButtons />
        {children}
      </div>
    </ProofControls>
  );
}
