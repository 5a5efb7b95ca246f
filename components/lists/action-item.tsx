import type { ReactNode } from 'react';

interface ActionItemProps {
  /** The button for the item. */
  readonly action: ReactNode;
  readonly children: ReactNode;
}

/** A list item with a button beside its text. On narrow screens, the button is below the text. */
export function ActionItem({ action, children }: ActionItemProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line py-3 not-first:border-t">
      <div className="min-w-0 grow basis-52">{children}</div>
      {action}
    </li>
  );
}
