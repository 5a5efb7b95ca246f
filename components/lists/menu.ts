import { buttonClass } from '#components/ui/button.ts';

/** The CSS classes for a `<summary>` that opens a menu above a list. */
export const MENU_BUTTON = buttonClass('plain', 'list-none gap-1.5! px-2.5! py-1! text-sm');

/** The CSS classes for the open menu. On phones, the menu is as wide as the list. */
export const MENU_CLASS =
  'absolute inset-x-0 top-full z-20 mt-1.5 rounded-lg border border-line bg-card p-4 shadow-overlay';
