let asked = 0;

/** Headers of somebody who has not been here before: who misses often has to wait. */
export function fromElsewhere(): Record<string, string> {
  asked++;
  return { 'x-forwarded-for': `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}` };
}
