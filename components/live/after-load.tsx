'use client';

import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';

/** Renders a part only after the page has loaded, for parts without which the page is usable. */
export function AfterLoad({ children }: { children: ReactNode }) {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => setIsLoaded(true), []);
  return isLoaded && <Suspense fallback={null}>{children}</Suspense>;
}

/** Returns a component that loads its script when it is rendered. If the script can't be loaded, it renders nothing. */
export const lazyPart = <P extends object>(load: () => Promise<{ readonly default: ComponentType<P> }>) =>
  lazy<ComponentType<P>>(() => load().catch(() => ({ default: Nothing })));

const Nothing = () => null;
