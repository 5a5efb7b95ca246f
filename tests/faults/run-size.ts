/** True if every trial runs, as in `npm run test:faults`. With `npm test`, only a few trials run. */
export const isFullRun = process.env.MAILROOM_FAULTS === 'full';

/**
 * The seed for random values. To reproduce a failure, set MAILROOM_SEED to the seed that the test printed.
 */
export const seed = Number(process.env.MAILROOM_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** @returns a replacement for Math.random that always returns the same numbers for the same seed */
export function seededRandom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
