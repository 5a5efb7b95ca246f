'use client';

import { type ComponentProps, lazy } from 'react';
import { ServerContent } from '#components/live/server-content.tsx';
import type { UpdateViewForm } from './update-view-form.tsx';

const Form = lazy(() =>
  import('./update-view-form.tsx').then(
    (form) => ({ default: form.UpdateViewForm }),
    () => ({ default: PlainForm }),
  ),
);

/**
 * The button that updates a saved view. Few lists need the button's script, so the list's scripts don't
 * include it.
 */
export const UpdateView = (props: ComponentProps<typeof UpdateViewForm>) => <Form {...props} />;

/** Keeps the form that the server rendered, if the script can't be loaded. */
const PlainForm = () => <ServerContent className="contents" />;
