/** The path of the icon for failures. Error pages load it in the browser, without the other icons. */
export const PLUG_PATH = 'M7 2.8v4M13 2.8v4M5 6.8h10v2.4a5 5 0 0 1-10 0zM10 14.2v3.2';

/** A decorative drawing on a 20 × 20 grid, hidden from screen readers. */
export function Glyph({ path, className }: { path: string; className: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={`icon ${className}`}>
      <path d={path} />
    </svg>
  );
}
