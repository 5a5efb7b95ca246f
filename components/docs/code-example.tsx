'use client';

import { CopyStatus, useCopy } from '#components/forms/copy-status.tsx';
import { buttonClass } from '#components/ui/button.ts';

interface CodeExampleProps {
  readonly title: string;
  readonly description: string;
  readonly code: string;
}

/** A code example with a Copy button. Without JavaScript, the reader can select the text. */
export function CodeExample({ title, description, code }: CodeExampleProps) {
  const { copy, result } = useCopy();
  return (
    <figure>
      <figcaption className="mb-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 grow">
          <span className="font-[550]">{title}</span>
          <span className="block text-sm text-muted">{description}</span>
        </span>
        <CopyStatus result={result} />
        <button
          type="button"
          onClick={() => copy(code)}
          className={buttonClass('plain', 'text-sm scriptless:hidden')}
        >
          Copy<span className="sr-only"> {title}</span>
        </button>
      </figcaption>
      {/* Long lines scroll instead of wrapping, so that readers can see where the code's own lines end. */}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users can scroll the code.
        tabIndex={0}
        className="overflow-x-auto rounded-md bg-backdrop px-3.5 py-2.5 font-mono text-sm"
      >
        {code}
      </pre>
    </figure>
  );
}
