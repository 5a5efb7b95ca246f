import type { CSSProperties, ReactNode } from 'react';
import { isTemplateSize, SIZE_FACTS } from '#lib/contract/sizes.ts';
import { designHref } from '#lib/http/file-urls.ts';

const CSS_PX_PER_INCH = 96;

/** A size after trimming, in CSS pixels. */
export interface TrimSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the trim size. An unknown size is treated as the most common postcard size. */
export function trimSizePx(size: string | undefined): TrimSize {
  const { widthIn, heightIn } = SIZE_FACTS[isTemplateSize(size) ? size : 'postcard_6x9'];
  return { width: widthIn * CSS_PX_PER_INCH, height: heightIn * CSS_PX_PER_INCH };
}

interface DesignSheetProps {
  readonly id?: string;
  /** If undefined, a surrounding element must set the `trimVariables`. */
  readonly trim?: TrimSize;
  /** The accessible name. A sheet without a label is hidden from screen readers. */
  readonly label?: string;
  readonly className?: string;
  /** Adds trim and safe zone lines, which the surrounding viewer shows or hides. */
  readonly guides?: boolean;
  /** One or more iframes that show the design. */
  readonly children: ReactNode;
}

/** Sets the trim size for a sheet. */
export const trimVariables = ({ width, height }: TrimSize) =>
  ({ '--trim-w': width, '--trim-h': height }) as CSSProperties;

/**
 * Shows a design at full width with the correct proportions, cropped to the trim size. Each iframe is the
 * full print size, including bleed, and is scaled only with CSS (see `.sheet` in theme.css).
 */
export function DesignSheet({ id, trim, label, className = '', guides = false, children }: DesignSheetProps) {
  return (
    <div
      id={id}
      aria-hidden={label === undefined || undefined}
      style={trim && trimVariables(trim)}
      className={`sheet bg-white ${className}`}
    >
      {/* An image can't contain iframes, so the label belongs to an element beside the iframes. */}
      {label !== undefined && <span role="img" aria-label={label} className="absolute inset-0" />}
      {children}
      {guides && <div className="guides" />}
    </div>
  );
}

interface SavedDesignProps extends Omit<DesignSheetProps, 'trim' | 'children'> {
  /** The template's size. See `trimSizePx` for unknown sizes. */
  readonly size: string | undefined;
  readonly templateId: number;
  /** 0 for the front, 1 for the back. */
  readonly side: number;
}

/**
 * Shows one side of the saved template. The design loads lazily, so that a slow design doesn't delay the
 * page.
 */
export function SavedDesign({ templateId, side, size, ...sheet }: SavedDesignProps) {
  return (
    <DesignSheet {...sheet} trim={trimSizePx(size)}>
      <iframe
        title={sheet.label ?? 'Design'}
        src={designHref(templateId, side)}
        sandbox=""
        inert
        tabIndex={-1}
        loading="lazy"
        referrerPolicy="no-referrer"
      />
    </DesignSheet>
  );
}
