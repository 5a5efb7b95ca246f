'use client';

import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react';
import { neverLoaded } from '#components/live/never-loaded.ts';
import type { PayAndSendFieldsProps } from './pay-and-send-fields.tsx';
import { CARD_FORM_NOT_READY, refuseCard } from './refuse-card.ts';

const load = () => import('./pay-and-send-fields.tsx');

/**
 * The fields for `pay_and_send` in a page that contains them from the start, because they work without JavaScript. If the
 * script can't be loaded, the page stays as the server rendered it.
 */
export const RenderedFields = lazy(() =>
  load().then(({ PayAndSendFields }) => ({ default: PayAndSendFields }), neverLoaded),
);

/** What replaces the fields if their script can't be loaded. */
export interface MissingFields {
  readonly note: ReactNode;
  /** The message if the member pays by card anyway. */
  readonly problem: string;
}

interface LateFieldsProps extends PayAndSendFieldsProps {
  readonly missing: MissingFields;
}

/** The fields for `pay_and_send` in a page that doesn't contain them. Browsers load them after the page. */
export function LateFields({ missing: { note, problem }, ...props }: LateFieldsProps) {
  const { prepare, isOpen } = props;
  const [Fields, setFields] = useState<ComponentType<PayAndSendFieldsProps> | 'missing'>();
  useEffect(() => {
    load().then(
      ({ PayAndSendFields }) => setFields(() => PayAndSendFields),
      () => {
        prepare.current = refuseCard(problem);
        setFields('missing');
      },
    );
  }, [prepare, problem]);
  if (Fields === undefined) return isOpen && <p className="text-muted">Loading…</p>;
  return Fields === 'missing' ? note : <Fields {...props} />;
}

/** Refuses to pay by card until the card form replaces this function. */
const refuseUntilReady = refuseCard(CARD_FORM_NOT_READY);

/** Prepares the page for the card form. */
export function useCardForm(isUsed: boolean, prepare: PayAndSendFieldsProps['prepare']): void {
  useEffect(() => {
    if (!isUsed) return;
    reloadInOwnDocument();
    prepare.current ??= refuseUntilReady;
  }, [isUsed, prepare]);
}

/**
 * Reloads the page if its document was opened at another page's URL, for example at sign-in. The content security
 * policy of such a document doesn't allow the card form.
 */
function reloadInOwnDocument(): void {
  const [navigation] = performance.getEntriesByType('navigation');
  if (navigation && new URL(navigation.name).pathname !== location.pathname) location.reload();
}
