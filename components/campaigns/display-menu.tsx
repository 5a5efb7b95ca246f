'use client';

import { lazy } from 'react';
import { neverLoaded } from '#components/live/never-loaded.ts';
import type { DisplayFormProps } from './display-form.tsx';
import { FormMenu, type MenuProps } from './form-menu.tsx';

const load = () => import('./display-form.tsx');
const DisplayForm = lazy(() => load().then((form) => ({ default: form.DisplayForm }), neverLoaded));

/** The menu for choosing columns, density, and rows per page. */
export function DisplayMenu({ button, isOpen, openHref, ...form }: MenuProps & DisplayFormProps) {
  return (
    <FormMenu {...{ button, isOpen, openHref, load }} linkText="Show the display settings">
      <DisplayForm {...form} />
    </FormMenu>
  );
}
