/** How much is tried: a little in `npm test`, all of it in `npm run test:faults`. */
export const isFull = process.env.MAILROOM_FAULTS === 'full';

/** For chance: the same seed tries the same. Printed, so that what was found can be found again. */
export const seed = Number(process.env.MAILROOM_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Numbers from 0 to below 1, the same for the same seed. */
export function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
