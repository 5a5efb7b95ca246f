const BASE =
  'inline-flex items-center justify-center gap-2 rounded-md border px-3.5 py-2 text-center font-[550] leading-[1.3] ' +
  'transition-colors print:hidden disabled:cursor-default disabled:opacity-60 aria-disabled:opacity-60';

const KINDS = {
  /** The style for a page's main action. Each page has at most one primary button. */
  primary: 'border-red bg-red text-on-red hover:border-red-deep hover:bg-red-deep',
  plain: 'border-edge/60 bg-card text-ink hover:border-edge hover:bg-rail',
  quiet: 'border-transparent text-muted hover:bg-rail hover:text-ink',
  /**
   * The style for destructive actions, such as deleting a template or disabling a member. Never filled, so that
   * “Delete” can't be mistaken for a main action such as “Pay”.
   */
  danger: 'border-red/50 bg-card text-red hover:border-red hover:bg-red/8',
} as const;

export type ButtonKind = keyof typeof KINDS;

/**
 * Returns the style for the button that confirms an action.
 * @param kind the style of the button that opens the confirmation
 */
export const confirmButtonKind = (kind: ButtonKind): ButtonKind => (kind === 'danger' ? 'danger' : 'primary');

/** Returns the CSS classes for a button, or for a link that looks like a button. */
export function buttonClass(kind: ButtonKind = 'plain', extra = ''): string {
  return `${BASE} ${KINDS[kind]} ${extra}`;
}
