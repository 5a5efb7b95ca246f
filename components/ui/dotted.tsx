import type { ReactNode } from 'react';

interface DottedProps {
  /** The parts, or one text with dots between its parts, such as “12 campaigns · 8,117 recipients”. */
  readonly parts: readonly ReactNode[] | string;
  readonly className?: string;
}

/**
 * Shows parts with dots between them. A part on a new line has no dot before it, and the line above it
 * doesn't end with a dot.
 */
export function Dotted({ parts, className = '' }: DottedProps) {
  const shown = typeof parts === 'string' ? parts.split(' · ') : parts;
  return (
    <span className={`dotted ${className}`}>
      {shown.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts are never reordered
        <span key={i}>
          {i > 0 && <span className="separator"> · </span>}
          {part}
        </span>
      ))}
    </span>
  );
}
