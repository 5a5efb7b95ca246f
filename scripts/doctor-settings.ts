/**
 * Finds settings whose names are misspelled. The console ignores such names, because the environment also
 * contains other programs' variables.
 */
import { SETTING_SHAPES } from '#lib/env/env.ts';

const NAMES = Object.keys(SETTING_SHAPES);
/** The maximum number of extra, missing, or wrong letters in a misspelled name. */
const MAX_ERRORS = 2;
/** Shorter names, such as HOME, could resemble a setting by chance. */
const MIN_LENGTH = 8;

/** @returns pairs of a name that isn't a setting and the setting that it resembles */
export const findMisspelledSettings = (
  given: readonly string[],
): readonly (readonly [name: string, meant: string])[] =>
  given
    .filter((name) => name.length >= MIN_LENGTH && !NAMES.includes(name))
    .flatMap((name) => {
      const meant = NAMES.find((each) => each.length >= MIN_LENGTH && countErrors(name, each) <= MAX_ERRORS);
      return meant === undefined ? [] : [[name, meant] as const];
    });

/** Returns how many letters have to be inserted, removed, or replaced to turn one text into the other. */
function countErrors(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const row = [i + 1];
    for (const [j, otherLetter] of [...other].entries()) {
      const replaced = (previous[j] ?? 0) + (letter === otherLetter ? 0 : 1);
      row.push(Math.min(replaced, (previous[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[other.length] ?? 0;
}
