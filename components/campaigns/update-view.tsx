'use client';

import { type ComponentProps, lazy } from 'react';
import { neverLoaded } from '#components/live/never-loaded.ts';
import type { UpdateViewForm } from './update-view-form.tsx';

const Form = lazy(() =>
  import('./update-view-form.tsx').then((form) => ({ default: form.UpdateViewForm }), neverLoaded),
);

/** The button that updates a saved view. Few lists need its script, so it isn't part of the list's scripts. */
export const UpdateView = (props: ComponentProps<typeof UpdateViewForm>) => <Form {...props} />;
