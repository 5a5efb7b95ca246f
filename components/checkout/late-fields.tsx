'use client';

import { lazy, type ReactNode, useEffect } from 'react';
import { neverLoaded } from '#components/live/never-loaded.ts';
import { useLaterModule } from '#components/live/use-later-module.ts';
import type { PayAndSendFieldsProps } from './pay-and-send-fields.tsx';
import { CARD_FORM_NOT_READY, refuseCard } from './refuse-card.ts';

const load = () => import('./pay-and-send-fields.tsx');

/**
 * The fields for `pay_and_send` on a page that shows them from the start, which is possible because they work
 * without JavaScript. If the script can't be loaded, the page stays as the server rendered it.
 */
export const RenderedFields = lazy(() =>
  load().then(({ PayAndSendFields }) => ({ default: PayAndSendFields }), neverLoaded),
);

/** The card form replaces this function when it's ready. */
const refuseUntilReady = refuseCard(CARD_FORM_NOT_READY);

/** What replaces the fields if their script can't be loaded. */
export interface MissingFields {
  readonly note: ReactNode;
  /** The message if the member tries to pay by card anyway. */
  readonly problem: string;
}

interface LateFieldsProps extends PayAndSendFieldsProps {
  readonly missing: MissingFields;
}

/**
 * The fields for `pay_and_send` on a page that is first shown without them. Browsers load them after the
 * page.
 */
export function LateFields({ missing: { note, problem }, ...props }: LateFieldsProps) {
  const { prepare, isOpen } = props;
  const later = useLaterModule(load);
  useEffect(() => {
    prepare.current ??= refuseUntilReady;
    if (later === null) prepare.current = refuseCard(problem);
  }, [later, prepare, problem]);
  if (later === undefined) return isOpen && <p className="text-muted">Loading…</p>;
  return later === null ? note : <later.PayAndSendFields {...props} />;
}
