import type { ReactNode } from 'react';
import { Logo } from '#components/ui/logo.tsx';
import { SandboxTag } from '#components/ui/sandbox-tag.tsx';
import { SkipLink } from './skip-link.tsx';

/** The layout of pages that don't require signing in, with an airmail stripe, the logo, and a card. */
export function PublicPage({ sandbox, children }: { sandbox: boolean; children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <div className="airmail" />
      <div className="mx-auto max-w-[520px] px-5 py-[max(2rem,8vh)]">
        <header className="mb-4.5 flex flex-col items-center gap-3.5">
          <Logo />
          {sandbox && <SandboxTag />}
        </header>
        <main id="main" tabIndex={-1} className="outline-none">
          <div className="rounded-lg border border-line bg-card p-5 shadow-card sm:p-7.5">{children}</div>
        </main>
      </div>
    </>
  );
}
