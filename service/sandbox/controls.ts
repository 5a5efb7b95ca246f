/**
 * Serves `/sandbox/…`, which lets tests advance the clock, inject faults, list received requests, and change
 * drafts. Available only with --controls. The endpoints don't require an API key and aren't part of the interface.
 *
 *   GET    /sandbox/clock      → {"now"}                       POST /sandbox/clock {"advance_ms"} → {"now"}
 *   GET    /sandbox/faults     → pending faults                POST /sandbox/faults fault or array (see faults.ts)
 *   GET    /sandbox/requests   → [{method, path, query, headers, body, operation, status, at}], oldest first
 *   DELETE /sandbox/faults, /sandbox/requests                  → clear the list
 *   PUT    /sandbox/campaigns/ID/artwork {"designs"}, /sandbox/campaigns/ID/recipients {"addresses"} (see drafts.ts)
 */
import { type Context as Call, Hono } from 'hono';
import { z } from 'zod';
import { issuesToFields } from '#lib/contract/wire.ts';
import { DAY_MS } from '#lib/time-units.ts';
import type { ServiceContext } from '../context.ts';
import type { HonoEnv } from '../http/hono-env.ts';
import { presentCampaign } from '../presenters.ts';
import { Refusal } from '../refusal.ts';
import type { CampaignRecord, CampaignSelector } from '../store/campaigns.ts';
import { artworkSchema, recipientsSchema, replaceArtwork, replaceRecipients } from './drafts.ts';
import { type FaultQueue, faultSchema } from './faults.ts';
import type { RequestLog } from './request-log.ts';

const advanceSchema = z.strictObject({
  advance_ms: z
    .int()
    .min(0)
    .max(3660 * DAY_MS),
});
const CAMPAIGN_PATH = '/campaigns/:id{[1-9][0-9]{0,14}}';
const faultsSchema = z.union([z.array(faultSchema).max(1_000), faultSchema.transform((fault) => [fault])]);

export function createSandboxRouter(
  context: ServiceContext,
  faults: FaultQueue,
  requestLog: RequestLog,
): Hono<HonoEnv> {
  const { clock, production } = context;
  const router = new Hono<HonoEnv>();
  const readClock = () => ({ now: new Date(clock.now()).toISOString() });

  router.get('/clock', (call) => call.json(readClock()));
  router.post('/clock', async (call) => {
    const input = await readJson(call, advanceSchema);
    if (input instanceof Refusal) return call.json(input, input.status);
    await clock.advance(input.advance_ms);
    await production.catchUp();
    return call.json(readClock());
  });

  router.get('/faults', (call) => call.json(faults.list()));
  router.post('/faults', async (call) => {
    const input = await readJson(call, faultsSchema);
    if (input instanceof Refusal) return call.json(input, input.status);
    faults.add(input);
    return call.json(faults.list());
  });
  router.delete('/faults', (call) => {
    faults.clear();
    return call.json([]);
  });

  router.get('/requests', (call) => call.json(requestLog.list()));
  router.delete('/requests', (call) => {
    requestLog.clear();
    return call.json([]);
  });

  const changeDraft = async <T extends z.ZodType>(
    call: Call<HonoEnv>,
    schema: T,
    change: DraftChange<z.output<T>>,
  ) => {
    const input = await readJson(call, schema);
    if (input instanceof Refusal) return call.json(input, input.status);
    const changed = await change(context, { id: Number(call.req.param('id')) }, input);
    if (changed instanceof Refusal) return call.json(changed, changed.status);
    return call.json(presentCampaign(changed, context.origin));
  };
  router.put(`${CAMPAIGN_PATH}/artwork`, (call) => changeDraft(call, artworkSchema, replaceArtwork));
  router.put(`${CAMPAIGN_PATH}/recipients`, (call) => changeDraft(call, recipientsSchema, replaceRecipients));
  return router;
}

type DraftChange<T> = (
  context: ServiceContext,
  selector: CampaignSelector,
  input: T,
) => Promise<CampaignRecord | Refusal>;

async function readJson<T extends z.ZodType>(call: Call<HonoEnv>, schema: T): Promise<z.output<T> | Refusal> {
  // Requires JSON, because a web page on another origin can post plain text without a preflight request.
  if (!call.req.header('Content-Type')?.startsWith('application/json')) {
    return new Refusal('invalid_input', 'Send JSON with Content-Type application/json.');
  }
  const body: unknown = await call.req.json().catch(() => undefined); // Invalid JSON fails the schema check.
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  return new Refusal('invalid_input', 'The JSON is invalid.', issuesToFields(parsed.error));
}
