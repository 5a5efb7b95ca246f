/** Returns "Front", "Back", "Side 3", and so on. */
export function sideNames(count: number): readonly string[] {
  if (count === 1) return ['Front'];
  return Array.from({ length: count }, (_, i) => ['Front', 'Back'][i] ?? `Side ${i + 1}`);
}
