/**
 * The maximum length of a comment that isn't collapsed. Collapsing longer comments keeps the next step in
 * view.
 */
const MAX_CHARACTERS = 280;

export function DecisionComment({ children: text }: { readonly children: string }) {
  const quote = (words: string) => (
    <blockquote className="mb-1.5 whitespace-pre-line wrap-anywhere">
      “<bdi>{words}</bdi>”
    </blockquote>
  );
  if (text.length <= MAX_CHARACTERS) return quote(text);
  return (
    <details className="group mb-1.5">
      <summary className="list-none">
        <span className="group-open:hidden">{quote(`${text.slice(0, MAX_CHARACTERS).trimEnd()}…`)}</span>
        <span className="text-sm text-muted underline underline-offset-3">
          <span className="group-open:hidden">Show all</span>
          <span className="hidden group-open:inline">Show less</span>
        </span>
      </summary>
      {quote(text)}
    </details>
  );
}
