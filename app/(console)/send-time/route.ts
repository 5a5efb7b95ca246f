import { readDateSettings } from '#lib/auth/date-settings.ts';
import { getMember } from '#lib/auth/session.ts';
import { serviceNow } from '#lib/data/service.ts';
import { isTimeZone } from '#lib/format/zones.ts';
import { chooseSendTime } from '#lib/forms/send-time.ts';

/**
 * Parses the local send time from the time field. The query parameters are `at`, `zone`, `fold`, and
 * `version`. For a time that occurs twice, `fold` is "earlier" or "later". If `version` is "v2", the time
 * limits for a v2 send apply.
 */
export async function GET(request: Request): Promise<Response> {
  if ((await getMember()) === null) return new Response(null, { status: 401 });
  const { searchParams } = new URL(request.url);
  const zone = searchParams.get('zone');
  if (!isTimeZone(zone)) return Response.json({ error: 'zone must be a valid time zone' }, { status: 400 });
  const fold = searchParams.get('fold');
  const sendTime = chooseSendTime(
    searchParams.get('at') ?? '',
    { ...(await readDateSettings()), zone },
    serviceNow(),
    fold === 'earlier' || fold === 'later' ? fold : undefined,
    searchParams.get('version') === 'v2' ? 'v2' : 'v1',
  );
  return Response.json(sendTime, { headers: { 'cache-control': 'no-store' } });
}
