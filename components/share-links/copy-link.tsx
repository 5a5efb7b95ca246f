'use client';

import { type MouseEvent, useState } from 'react';
import { copyText } from '#components/forms/copy-status.tsx';
import { buttonClass } from '#components/ui/button.ts';

interface CopyLinkProps {
  readonly url: string;
  /** The link's label, for screen readers. */
  readonly label: string;
  /**
   * The URL of the link's details page. If copying fails, the details page opens, so that the member can copy
   * the link manually.
   */
  readonly href: string;
}

export function CopyLink({ url, label, href }: CopyLinkProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (await copyText(url)) setCopied(true);
    else window.location.assign(href);
  };
  return (
    <>
      <a
        href={href}
        onClick={copy}
        aria-label={`Copy link: ${label}`}
        className={buttonClass('plain', 'text-sm')}
      >
        {isCopied ? 'Copied' : 'Copy link'}
      </a>
      <span role="status" className="sr-only">
        {isCopied && `Link copied: ${label}`}
      </span>
    </>
  );
}
