/** Text about the total amount left to pay for drafts. */

/** Says that a sum leaves out credits. Several campaigns can show the same credit. */
export const BEFORE_CREDITS = 'before credits';

/** Names a sum, such as “Left to pay before credits”. */
export const leftToPayName = (isBeforeCredits: boolean): string =>
  isBeforeCredits ? `Left to pay ${BEFORE_CREDITS}` : 'Left to pay';

/** Explains a sum that leaves out credits. */
export const CREDITS_SENTENCE = 'Credits can reduce this, but several campaigns can show the same credit.';
