'use client';

import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

interface SearchBoxProps {
  /** Rendered on the server, so that the icon's path isn't part of the page's scripts. */
  readonly icon: ReactNode;
  /** The link's content. */
  readonly children: ReactNode;
  readonly className: string;
}

/**
 * A link that opens the search dialog. The shortcuts ⌘K, Ctrl-K, and / also open the dialog. The link lists
 * the shortcuts once they work.
 */
export function SearchBox({ icon, children, className }: SearchBoxProps) {
  const [shortcuts, setShortcuts] = useState<string>();
  const [opened, setOpened] = useState(0);
  // Browsers load the dialog's script when a member first opens the dialog.
  const [Dialog, setDialog] = useState<ComponentType<{ opened: number; icon: ReactNode }>>();
  useEffect(() => {
    const controller = new AbortController();
    const listen = async (event: Event) => {
      if (!isSearch(event as KeyboardEvent) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpened((count) => count + 1);
      const { SearchDialog } = await import('./search-dialog.tsx');
      setDialog(() => SearchDialog);
    };
    for (const type of ['keydown', 'click']) addEventListener(type, listen, controller);
    setShortcuts('/ Control+K Meta+K');
    return () => controller.abort();
  }, []);
  return (
    <>
      <a
        href="/campaigns"
        data-search=""
        aria-label="Search"
        aria-keyshortcuts={shortcuts}
        className={className}
      >
        {children}
      </a>
      {Dialog && <Dialog opened={opened} icon={icon} />}
    </>
  );
}

function isSearch({ key, metaKey, ctrlKey, target }: KeyboardEvent): boolean {
  const isInside = (selector: string) => (target as Element).closest(selector) !== null;
  if (key === undefined) return isInside('[data-search]');
  if (metaKey || ctrlKey) return key === 'k';
  return key === '/' && !isInside('input,textarea,select,[contenteditable=true]');
}
