/**
 * `/sandbox/…`, only with --controls: moving the clock, asking for faults, seeing what arrived, changing drafts. Needs no
 * key, and is no part of the interface.
 *
 *   GET    /sandbox/clock      → {"now"}                       POST /sandbox/clock {"advance_ms"} → {"now"}
 *   GET    /sandbox/faults     → those still to come           POST /sandbox/faults: one, or an array; see faults.ts
 *   GET    /sandbox/requests   → [{method, path, query, headers, body, operation, status, at}], the oldest first
 *   DELETE /sandbox/faults, /sandbox/requests                  → forgets them
 *   PUT    /sandbox/campaigns/ID/artwork {"designs"}, /sandbox/campaigns/ID/recipients {"addresses"}: see drafts.ts
 */
import { type Context as Call, Hono } from 'hono';
import { z } from 'zod';
import { DAY_MS } from '#lib/contract/limits.ts';
import { issuesToFields } from '#lib/contract/wire.ts';
import type { Context } from '../context.ts';
import type { Web } from '../http/hono-env.ts';
import { presentCampaign } from '../presenters.ts';
import { Refusal } from '../refusal.ts';
import type { CampaignRecord, WhichCampaign } from '../store/campaigns.ts';
import { artworkShape, changeArtwork, changeRecipients, recipientsShape } from './drafts.ts';
import { type Faults, faultShape } from './faults.ts';
import type { Requests } from './request-log.ts';

const advanceShape = z.strictObject({
  advance_ms: z
    .int()
    .min(0)
    .max(3660 * DAY_MS),
});
const ONE = '/campaigns/:id{[1-9][0-9]{0,14}}';
const faultsShape = z.union([z.array(faultShape).max(1_000), faultShape.transform((fault) => [fault])]);

export function sandboxControls(context: Context, faults: Faults, requests: Requests): Hono<Web> {
  const { clock, line } = context;
  const controls = new Hono<Web>();
  const now = () => ({ now: new Date(clock.now()).toISOString() });

  controls.get('/clock', (call) => call.json(now()));
  controls.post('/clock', async (call) => {
    const asked = await readJson(call, advanceShape);
    if (asked instanceof Refusal) return call.json(asked, asked.status);
    await clock.advance(asked.advance_ms);
    await line.catchUp();
    return call.json(now());
  });

  controls.get('/faults', (call) => call.json(faults.list()));
  controls.post('/faults', async (call) => {
    const asked = await readJson(call, faultsShape);
    if (asked instanceof Refusal) return call.json(asked, asked.status);
    faults.add(asked);
    return call.json(faults.list());
  });
  controls.delete('/faults', (call) => {
    faults.clear();
    return call.json([]);
  });

  controls.get('/requests', (call) => call.json(requests.list()));
  controls.delete('/requests', (call) => {
    requests.clear();
    return call.json([]);
  });

  const change = async <T extends z.ZodType>(call: Call<Web>, shape: T, make: Change<z.output<T>>) => {
    const asked = await readJson(call, shape);
    if (asked instanceof Refusal) return call.json(asked, asked.status);
    const changed = await make(context, { id: Number(call.req.param('id')) }, asked);
    if (changed instanceof Refusal) return call.json(changed, changed.status);
    return call.json(presentCampaign(changed, context.origin));
  };
  controls.put(`${ONE}/artwork`, (call) => change(call, artworkShape, changeArtwork));
  controls.put(`${ONE}/recipients`, (call) => change(call, recipientsShape, changeRecipients));
  return controls;
}

type Change<T> = (context: Context, which: WhichCampaign, asked: T) => Promise<CampaignRecord | Refusal>;

async function readJson<T extends z.ZodType>(call: Call<Web>, shape: T): Promise<z.output<T> | Refusal> {
  // A page of another site can post text to this machine unasked, but not JSON.
  if (!call.req.header('Content-Type')?.startsWith('application/json')) {
    return new Refusal('invalid_input', 'The controls take JSON, with Content-Type application/json.');
  }
  const body: unknown = await call.req.json().catch(() => undefined); // Not JSON fits no shape.
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  return new Refusal('invalid_input', 'The JSON does not fit.', issuesToFields(parsed.error));
}
