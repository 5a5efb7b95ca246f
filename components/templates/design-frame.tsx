import type { CSSProperties, ReactNode } from 'react';
import { isTemplateSize, SIZE_FACTS } from '#lib/contract/sizes.ts';
import { designHref } from '#lib/http/file-urls.ts';

const CSS_PX_PER_INCH = 96;

/** Returns the trim size in CSS pixels. An unknown size is treated as the most common postcard size. */
export function trimSizePx(size: string | undefined): { readonly width: number; readonly height: number } {
  const { widthIn, heightIn } = SIZE_FACTS[isTemplateSize(size) ? size : 'postcard_6x9'];
  return { width: widthIn * CSS_PX_PER_INCH, height: heightIn * CSS_PX_PER_INCH };
}

interface DesignSheetProps {
  /** The template's size. See `trimSizePx` for unknown sizes. */
  readonly size: string | undefined;
  /** The accessible name. A sheet without a label is hidden from screen readers. */
  readonly label?: string;
  readonly className?: string;
  /** Adds trim and safe zone lines, which the surrounding viewer shows or hides. */
  readonly guides?: boolean;
  /** One or more iframes that show the design. */
  readonly children: ReactNode;
}

/**
 * Shows a design at full width with the correct proportions, cropped to the trim size. Each iframe has the
 * full print size, including bleed, and is scaled only with CSS (see `.sheet` in theme.css).
 */
export function DesignSheet({ size, label, className = '', guides = false, children }: DesignSheetProps) {
  const { width, height } = trimSizePx(size);
  const cssVariables = { '--trim-w': width, '--trim-h': height } as CSSProperties;
  return (
    <div
      aria-hidden={label === undefined || undefined}
      style={cssVariables}
      className={`sheet bg-white ${className}`}
    >
      {/* An image can't contain iframes, so the label belongs to an element beside the iframes. */}
      {label !== undefined && <span role="img" aria-label={label} className="absolute inset-0" />}
      {children}
      {guides && <div className="guides" />}
    </div>
  );
}

interface SavedDesignProps extends Omit<DesignSheetProps, 'children'> {
  readonly templateId: number;
  /** 0 for the front, 1 for the back. */
  readonly side: number;
}

/**
 * Shows one side of the saved template. The design loads lazily, so that a slow design doesn't delay the
 * page.
 */
export function SavedDesign({ templateId, side, ...sheet }: SavedDesignProps) {
  return (
    <DesignSheet {...sheet}>
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
