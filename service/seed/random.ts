/**
 * Creates a generator of pseudo-random numbers in [0, 1). The same seed produces the same numbers on every
 * machine.
 */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

export function pickRandom<T>(from: readonly T[], random: () => number): T {
  const picked = from[Math.floor(random() * from.length)];
  if (picked === undefined) throw new Error('Can’t pick from an empty list.');
  return picked;
}

/** Hashes text into a seed (FNV-1a). Similar texts produce different seeds. */
export function hashSeed(text: string): number {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}
