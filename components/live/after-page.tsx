'use client';

import type { ComponentType, ReactNode } from 'react';
import { useLaterModule } from './use-later-module.ts';

interface AfterPageProps<Props> {
  /** Loads the component. Must be the same function each time. */
  readonly load: () => Promise<{ default: ComponentType<Props> }>;
  /** The component's properties. */
  readonly props: Props;
  /** Content that is shown until the component is loaded. */
  readonly children?: ReactNode;
}

/**
 * Shows a component whose script is loaded after the page, because the page is usable without the component.
 * If the script can't be loaded, the page stays as it is.
 */
export function AfterPage<Props extends object>({ load, props, children }: AfterPageProps<Props>) {
  const later = useLaterModule(load);
  return later ? <later.default {...props} /> : children;
}
