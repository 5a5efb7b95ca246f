import type { CSSProperties, ReactNode } from 'react';
import { isTemplateSize, SIZE_FACTS } from '#lib/contract/limits.ts';
import { designHref } from '#lib/http/file-urls.ts';

const CSS_PX_PER_INCH = 96;

/** Returns the trim size in CSS pixels. An unknown size is shown as the most common postcard. */
export function trimSizePx(size: string | undefined): { readonly width: number; readonly height: number } {
  const { widthIn, heightIn } = SIZE_FACTS[isTemplateSize(size) ? size : 'postcard_6x9'];
  return { width: widthIn * CSS_PX_PER_INCH, height: heightIn * CSS_PX_PER_INCH };
}

interface DesignSheetProps {
  /** The template's size. See `trimSizePx` for unknown sizes. */
  readonly size: string | undefined;
  /** The accessible name. Without one, the sheet is hidden from screen readers. */
  readonly label?: string;
  readonly className?: string;
  /** Adds trim and safe zone lines, which the surrounding viewer shows or hides. */
  readonly guides?: boolean;
  /** The iframe or iframes that show the design. */
  readonly children: ReactNode;
}

/**
 * Shows a design at full width, in its true proportions and cropped to the trim. The iframes inside have the print size
 * including bleed and are scaled only with CSS (see `.sheet` in theme.css).
 */
export function DesignSheet({ size, label, className = '', guides = false, children }: DesignSheetProps) {
  const { width, height } = trimSizePx(size);
  const cssVariables = { '--trim-w': width, '--trim-h': height } as CSSProperties;
  return (
    <div
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      style={cssVariables}
      className={`sheet bg-white ${className}`}
    >
      {children}
      {guides && <div className="guides" />}
    </div>
  );
}

interface SavedDesignProps extends Omit<DesignSheetProps, 'children'> {
  readonly templateId: number;
  /** 0 is the front, 1 the back. */
  readonly side: number;
}

/** Shows one side of the saved template. The design loads lazily, so a slow one doesn't delay the page. */
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
