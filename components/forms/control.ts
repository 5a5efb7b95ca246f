/** One look for what can be typed into or chosen from. */
export const CONTROL_CLASS =
  'h-[37px] w-full min-w-0 rounded-md border border-edge bg-card px-2.75 py-1.75 leading-[1.3] text-ink ' +
  'aria-invalid:border-red aria-invalid:ring-1 aria-invalid:ring-red';
