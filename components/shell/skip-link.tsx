export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed print:hidden top-2 left-2 z-20 -translate-y-16 rounded-md bg-ink px-3.5 py-2 text-paper focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
