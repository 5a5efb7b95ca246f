/**
 * Shows an email address that can wrap after the @ and before the domain's dots. Shows other text, such as a
 * name, unchanged.
 */
export function BreakableEmail({ text }: { text: string }) {
  const at = text.lastIndexOf('@') + 1;
  const parts = at === 0 ? [text] : [text.slice(0, at), ...text.slice(at).split(/(?=\.)/)];
  return (
    <bdi className="wrap-anywhere">
      {/* biome-ignore lint/suspicious/noArrayIndexKey: the parts are never reordered */}
      {parts.flatMap((part, i) => (i === 0 ? [part] : [<wbr key={i} />, part]))}
    </bdi>
  );
}
