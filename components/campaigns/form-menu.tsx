'use client';

import { type ReactNode, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { MENU_BUTTON, MENU_CLASS } from '#components/lists/menu.ts';

export interface MenuProps {
  /** The button's icon and name. */
  readonly button: ReactNode;
  /** Whether the menu is open when the page opens. If it is, the page contains the form. */
  readonly isOpen: boolean;
  /** The URL of the page with the open menu. */
  readonly openHref: string;
}

interface FormMenuProps extends MenuProps {
  /** Loads the form's script. */
  readonly load: () => Promise<unknown>;
  /** The text of the link to the page with the open menu. */
  readonly linkText: string;
  /** The form, as a lazy component. */
  readonly children: ReactNode;
}

/**
 * A menu that contains a form, shown above a list. Browsers load the form's script when a member points at
 * the button, so most pages contain neither the script nor the form. Until the script is loaded, the menu has
 * a link to the page with the open menu, and the link works without JavaScript. There is no Suspense
 * boundary, because the server sends a boundary's content in scripts if the content isn't ready immediately.
 */
export function FormMenu({ button, isOpen, openHref, load, linkText, children }: FormMenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isLoaded, setIsLoaded] = useState(isOpen);
  const prepare = useCallback(
    () =>
      load().then(
        // In a transition, the link stays until the form is ready.
        () => startTransition(() => setIsLoaded(true)),
        () => undefined,
      ),
    [load],
  );
  useEffect(() => {
    // The member opened the menu before hydration.
    if (details.current?.open) void prepare();
  }, [prepare]);
  return (
    <details ref={details} open={isOpen} onToggle={prepare} onPointerEnter={prepare} onFocus={prepare}>
      <summary className={MENU_BUTTON}>{button}</summary>
      {isLoaded ? (
        children
      ) : (
        <div className={`${MENU_CLASS} appear-late`}>
          <a href={openHref} className="underline underline-offset-3">
            {linkText}
          </a>
        </div>
      )}
    </details>
  );
}
