/**
 * Serves the card form at `/card-form`. The form's script sends the card to `/card-form/tokens`, and gives only
 * the token to the console. docs/operations.md describes the messages between the console and the form.
 */
import { Hono } from 'hono';
import type { ServiceContext } from '../context.ts';
import type { HonoEnv } from '../http/hono-env.ts';
import { readCardFields } from '../payment-page/card-fields.ts';
import { checkCard, createSource } from '../rules/card.ts';
import { renderCardForm } from './page.ts';

const HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * The form accepts only test cards, so any site can show it in a frame. A card form for real cards must name the
 * console's origin in frame-ancestors.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

export function createCardFormRouter({ clock }: ServiceContext): Hono<HonoEnv> {
  const router = new Hono<HonoEnv>();

  router.get('/', (call) =>
    call.html(renderCardForm(), 200, { ...HEADERS, 'Content-Security-Policy': POLICY }),
  );

  router.post('/tokens', async (call) => {
    const { card } = await readCardFields(call);
    const check = checkCard(card, clock.now());
    return check.outcome === 'invalid'
      ? call.json({ fields: check.fields }, 422, HEADERS)
      : call.json({ token: createSource(check.outcome) }, 200, HEADERS);
  });

  return router;
}
