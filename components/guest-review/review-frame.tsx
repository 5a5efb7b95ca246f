import type { ReactNode } from 'react';
import { SkipLink } from '#components/shell/skip-link.tsx';
import { SandboxTag } from '#components/ui/sandbox-tag.tsx';

/** The layout of every guest page, with an airmail stripe and a wide column for the mailpiece. */
export function ReviewFrame({ sandbox, children }: { sandbox: boolean; children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <div className="airmail" />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto max-w-[980px] px-4 pt-5 pb-10 outline-none sm:px-5 sm:pt-6.5"
      >
        {children}
      </main>
      {sandbox && (
        <footer className="pb-8 text-center">
          <SandboxTag />
        </footer>
      )}
    </>
  );
}
