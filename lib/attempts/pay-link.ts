import 'server-only';
import { type CallResult, readFromService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { callFailure } from '#lib/upstream/failures.ts';
import { safePayLink } from '#lib/upstream/links.ts';

interface PayByLink {
  readonly customer_id: number | undefined;
  readonly id: number;
  readonly redirect_uri: string;
}

/**
 * Pay under the customer's path (4.3) where one is given, else by the campaign's number (4.4). A link that leads anywhere
 * else is not handed out; nobody has paid at it, so paying may be started again.
 */
export async function payByLink(
  { customer_id, ...input }: PayByLink,
  deadline: Deadline,
): Promise<CallResult<{ link: string }>> {
  const made =
    customer_id === undefined
      ? await readFromService('payCampaign', input, { deadline })
      : await readFromService('payCustomerCampaign', { customer_id, ...input }, { deadline });
  if (!made.ok) return made;
  const link = safePayLink(made.value.link);
  return link === null ? callFailure({ kind: 'garbled' }, 'none') : { ok: true, value: { link } };
}
