/** Shows an email address that can wrap after the @. Shows other text, such as a name, unchanged. */
export function BreakableEmail({ text }: { text: string }) {
  const at = text.lastIndexOf('@') + 1;
  return (
    <bdi className="wrap-anywhere">
      {text.slice(0, at)}
      {at > 0 && <wbr />}
      {text.slice(at)}
    </bdi>
  );
}
