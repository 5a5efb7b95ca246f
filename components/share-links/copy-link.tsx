'use client';

import { type MouseEvent, useState } from 'react';
import { copyText } from '#components/forms/copy-field.tsx';
import { buttonClass } from '#components/ui/button.ts';

interface CopyLinkProps {
  readonly url: string;
  /** The link's label, for screen readers. */
  readonly label: string;
  /** The link's page, where it can be copied by hand. */
  readonly href: string;
}

export function CopyLink({ url, label, href }: CopyLinkProps) {
  const [isDone, setDone] = useState(false);
  const copy = async (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (await copyText(url)) setDone(true);
    else window.location.assign(href);
  };
  return (
    <>
      <a
        href={href}
        onClick={copy}
        aria-label={`Copy link, ${label}`}
        className={buttonClass('plain', 'text-sm')}
      >
        {isDone ? 'Copied' : 'Copy link'}
      </a>
      <span role="status" className="sr-only">
        {isDone && `Link ${label} copied`}
      </span>
    </>
  );
}
