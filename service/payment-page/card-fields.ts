import type { Context as Call } from 'hono';
import type { HonoEnv } from '../http/hono-env.ts';
import { readFormPairs } from '../http/read-request.ts';
import { Refusal } from '../refusal.ts';
import type { CardForm } from '../rules/card.ts';

const MAX_LENGTH = 100;

interface CardFields {
  readonly card: CardForm;
  /** The amount that the payer saw, in cents. NaN if the form contains no amount. */
  readonly amount: number;
}

/** Reads a form with card fields. Treats a malformed form as an empty form. */
export async function readCardFields(call: Call<HonoEnv>): Promise<CardFields> {
  const pairs = await readFormPairs(call.req.header('Content-Type'), await call.req.arrayBuffer());
  const form = new Map(pairs instanceof Refusal ? [] : pairs);
  const text = (name: string) => form.get(name)?.slice(0, MAX_LENGTH) ?? '';
  const card = { number: text('number'), expiry: text('expiry'), code: text('code'), name: text('name') };
  const amount = text('amount');
  return { card, amount: /^\d{1,12}$/.test(amount) ? Number(amount) : Number.NaN };
}
