'use client';

import { lazy } from 'react';
import { neverLoaded } from '#components/live/never-loaded.ts';

/** The button that updates a saved view. Few lists need its script, so it isn't part of the list's scripts. */
export const UpdateView = lazy(() =>
  import('./update-view-form.tsx').then(({ UpdateViewForm }) => ({ default: UpdateViewForm }), neverLoaded),
);
