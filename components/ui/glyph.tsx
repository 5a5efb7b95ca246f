/** A decorative drawing on a 20 × 20 grid, which is hidden from screen readers. */
export function Glyph({ path, className }: { path: string; className: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={`icon ${className}`}>
      <path d={path} />
    </svg>
  );
}
