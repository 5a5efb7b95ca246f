'use client';

import { type ReactNode, useState } from 'react';
import { useForm } from '#components/forms/action-form.tsx';

/** Keeps the version that the member opened, even if a refresh updates the page's data. */
export function OpenedVersion({ version }: { version: string }) {
  const { state } = useForm();
  const [openedVersion] = useState(state.values?.openedVersion ?? version);
  return <input type="hidden" name="openedVersion" value={openedVersion} />;
}

/** Shows its children if the template has changed since the member opened it. */
export function IfOutdated({ children }: { children: ReactNode }) {
  const { failure } = useForm().state;
  return failure?.kind === 'refused' && failure.code === 'changed_meanwhile' ? children : null;
}
