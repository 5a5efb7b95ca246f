'use client';

import { buttonClass } from '#components/ui/button.ts';
import { ControlIcon } from '#components/ui/control-icon.tsx';

/**
 * Opens the browser's print dialog. Without JavaScript, the button is hidden. The browser's own print command still
 * works.
 */
export function PrintButton() {
  return (
    <button
      type="button"
      onClick={() => window.print()}
      className={buttonClass('plain', 'scriptless:hidden')}
    >
      <ControlIcon name="printer" className="size-4" />
      Print
    </button>
  );
}
