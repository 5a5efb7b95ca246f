/** The fields for choosing when a payment run's campaigns are sent. */
import 'server-only';
import { z } from 'zod';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { serviceNow } from '#lib/data/service.ts';
import { isTimeZone } from '#lib/format/zones.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { chooseSendTime } from '#lib/forms/send-time.ts';

export const runSendFields = {
  at: z.string().max(40).optional(),
  zone: z.string().refine(isTimeZone),
  fold: z.enum(['earlier', 'later']).optional(),
};

type SendFields = z.output<z.ZodObject<typeof runSendFields>>;

/**
 * Reads the send date. Returns it in ISO 8601 with the zone's offset, or null if no time was entered. If it
 * is null, campaigns aren't scheduled.
 */
export async function readRunSendDate({
  at,
  zone,
  fold,
}: SendFields): Promise<
  { readonly ok: true; readonly iso: string | null } | { readonly ok: false; readonly state: FormState }
> {
  if (at === undefined) return { ok: true, iso: null };
  const time = chooseSendTime(at, { ...(await readDateSettings()), zone }, serviceNow(), fold);
  if (time.ok) return { ok: true, iso: time.iso };
  return { ok: false, state: { fields: { [time.field]: time.problem } } };
}
