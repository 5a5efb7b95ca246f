'use client';

import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react';
import type { PayAndSendFieldsProps } from './pay-and-send-fields.tsx';
import { CARD_FORM_NOT_READY, refuseCard } from './refuse-card.ts';

const load = () => import('./pay-and-send-fields.tsx');

/**
 * The fields for `pay_and_send` in a page that contains them from the start, because they work without JavaScript. If the
 * script can't be loaded, the page stays as the server rendered it.
 */
export const RenderedFields = lazy(() =>
  load()
    .then(({ PayAndSendFields }) => ({ default: PayAndSendFields }))
    .catch(() => new Promise<never>(() => undefined)),
);

/** Refuses to pay by card until the card form replaces this function. */
const refuseUntilReady = refuseCard(CARD_FORM_NOT_READY);

/** What replaces the fields if their script can't be loaded. */
export interface MissingFields {
  readonly note: ReactNode;
  /** The message if the member pays by card anyway. */
  readonly problem: string;
}

interface LateFieldsProps extends PayAndSendFieldsProps {
  readonly missing: MissingFields;
}

/**
 * The fields for `pay_and_send` with the card form, which requires JavaScript. Browsers load them after the page, and the
 * page doesn't contain them.
 */
export function LateFields({ missing, ...props }: LateFieldsProps) {
  const { prepare, isOpen } = props;
  const { note, problem } = missing;
  const [Fields, setFields] = useState<ComponentType<PayAndSendFieldsProps> | 'missing'>();
  useEffect(() => {
    reloadInOwnDocument();
    prepare.current ??= refuseUntilReady;
    load().then(
      ({ PayAndSendFields }) => setFields(() => PayAndSendFields),
      () => {
        prepare.current = refuseCard(problem);
        setFields('missing');
      },
    );
  }, [prepare, problem]);
  if (Fields === undefined) return isOpen && <p className="text-muted">Loading card form…</p>;
  return Fields === 'missing' ? note : <Fields {...props} />;
}

/**
 * Reloads the page if its document was opened at another page's URL, for example at sign-in. The content security
 * policy of such a document doesn't allow the card form.
 */
function reloadInOwnDocument(): void {
  const [navigation] = performance.getEntriesByType('navigation');
  if (navigation && new URL(navigation.name).pathname !== location.pathname) location.reload();
}
