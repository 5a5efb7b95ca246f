import { buttonClass } from '#components/ui/button.ts';

/** The CSS classes for a `<summary>` that opens a menu above a list. */
export const MENU_BUTTON = buttonClass('plain', 'menu-button');

/** The CSS classes for the open menu. On phones, the menu is as wide as the list. */
export const MENU_CLASS = 'menu';
