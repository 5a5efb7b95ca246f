/** app/components.css describes the kinds. */
export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger';

/**
 * Returns the style for the button that confirms an action.
 * @param kind the style of the button that opens the confirmation
 */
export const confirmButtonKind = (kind: ButtonKind): ButtonKind => (kind === 'danger' ? 'danger' : 'primary');

/** Returns the CSS classes for a button, or for a link that looks like a button. */
export function buttonClass(kind: ButtonKind = 'plain', extra = ''): string {
  return `button button-${kind} ${extra}`;
}
