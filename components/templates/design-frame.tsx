import type { CSSProperties, ReactNode } from 'react';
import { designHref } from '#lib/http/file-urls.ts';
import { trimSizePx } from './design-box.ts';

interface SheetProps {
  /** Of the template; what isn't known is shown at a guess. */
  readonly size: string | undefined;
  /** What it is a picture of; left out where its name stands beside it. */
  readonly label?: string;
  readonly className?: string;
  /** Draws trim and safe zone over it, where the desk around it asks for them. */
  readonly guides?: boolean;
  /** The frame or frames that show it. */
  readonly children: ReactNode;
}

/**
 * The sheet that a design is drawn on: as wide as there is room, true to proportion and cut to size. The frames inside
 * have the size of the print with its bleed, and are scaled by CSS alone (see `.sheet` in theme.css).
 */
export function DesignSheet({ size, label, className = '', guides = false, children }: SheetProps) {
  const { width, height } = trimSizePx(size);
  const measures = { '--trim-w': width, '--trim-h': height } as CSSProperties;
  return (
    <div
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      style={measures}
      className={`sheet bg-white ${className}`}
    >
      {children}
      {guides && <div className="guides" />}
    </div>
  );
}

interface SavedDesignProps extends Omit<SheetProps, 'children'> {
  readonly templateId: number;
  /** 0 is the front. */
  readonly side: number;
}

/** A design as the service keeps it. The page is complete without it, however long a design takes to load. */
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
