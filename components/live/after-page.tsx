'use client';

import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

interface AfterPageProps<Props> {
  /** Loads the component. Must be the same function each time. */
  readonly load: () => Promise<{ default: ComponentType<Props> }>;
  /** The component's properties. */
  readonly props: Props;
  /** Content that is shown until the component is loaded. */
  readonly children?: ReactNode;
}

/**
 * Shows a component whose script browsers load after the page, because the page is usable without it. If the script
 * can't be loaded, the page stays as it is.
 */
export function AfterPage<Props extends object>({ load, props, children }: AfterPageProps<Props>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  useEffect(() => {
    load().then(
      (loaded) => setLoaded(() => loaded.default),
      () => undefined,
    );
  }, [load]);
  return Loaded ? <Loaded {...props} /> : children;
}
