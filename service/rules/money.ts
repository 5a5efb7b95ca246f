/** Formats cents as dollars. For example, formats 112710 as "$1,127.10". */
export function formatMoney(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new Error(`${cents} is not a valid amount in cents`);
  return `$${formatThousands(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`;
}

/** Formats a whole number with thousands separators. For example, formats 1326 as "1,326". */
export function formatThousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
