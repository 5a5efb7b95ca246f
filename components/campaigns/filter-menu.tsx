'use client';

import { lazy } from 'react';
import { neverLoaded } from '#components/live/never-loaded.ts';
import type { FilterFormProps } from './filter-form.tsx';
import { FormMenu, type MenuProps } from './form-menu.tsx';

const load = () => import('./filter-form.tsx');
const FilterForm = lazy(() => load().then((form) => ({ default: form.FilterForm }), neverLoaded));

/** The menu that contains a campaign list's filters. */
export function FilterMenu({ button, isOpen, openHref, ...form }: MenuProps & FilterFormProps) {
  return (
    <FormMenu {...{ button, isOpen, openHref, load }} linkText="Show the filters">
      <FilterForm {...form} />
    </FormMenu>
  );
}
