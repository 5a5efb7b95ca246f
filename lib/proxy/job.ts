/** Handles requests for a bulk job, from a signed-in member's browser or a program with an API token. */
import 'server-only';
import { readBearerToken } from '#lib/auth/api-token.ts';
import { getPollingMember } from '#lib/auth/session.ts';
import { runAsTokenCaller } from '#lib/auth/token-caller.ts';
import { parseId } from '#lib/contract/ids.ts';
import { listJobItems, readJob } from '#lib/data/job-results.ts';
import { isGranted } from '#lib/domain/api-token.ts';
import { finishedItems, includedItems, type Job, type JobItem } from '#lib/domain/job.ts';
import { fail } from '#lib/domain/outcome.ts';
import { readPagingQuery } from '#lib/forms/paging.ts';
import { searchParamsOf } from '#lib/forms/query.ts';
import { failureErrorCode } from '#lib/http/failure-status.ts';
import { log } from '#lib/log.ts';
import { identifyCaller, type ProxyCaller, refuseOperations } from './caller.ts';
import { invalidFields } from './problem.ts';
import { outcomeReply, type ProxyReply, proxyResponse } from './response.ts';

export async function handleJobRequest(request: Request, id: string): Promise<Response> {
  return proxyResponse(await answerRequest(request, id), request.headers.get('accept'));
}

async function answerRequest(request: Request, id: string): Promise<ProxyReply> {
  try {
    const caller = await findCaller(request);
    if ('problem' in caller) return caller;
    const answer = () => answerCaller(request, caller, id);
    const reply = await (caller.token ? runAsTokenCaller(caller.token, answer) : answer());
    return { ...reply, headers: { ...caller.headers, ...reply.headers } };
  } catch (error) {
    // An unexpected error means a bug or a database failure. Only the log contains the cause.
    log().error({ err: error }, 'the request for a bulk job failed');
    return { problem: { code: 'broken', message: 'Something went wrong. Try again in a moment.' } };
  }
}

/** Polling by an open page doesn't count as use of the session. */
async function findCaller(request: Request): Promise<ProxyCaller | Extract<ProxyReply, { problem: object }>> {
  const member = readBearerToken(request.headers) === null ? await getPollingMember() : null;
  if (member) return { member, token: null, headers: {} };
  const identified = await identifyCaller(request);
  return identified.ok ? identified.caller : (identified.reply as Extract<ProxyReply, { problem: object }>);
}

async function answerCaller(request: Request, caller: ProxyCaller, text: string): Promise<ProxyReply> {
  const refusal = await refuseOperations(caller, ['listCampaigns']);
  if (refusal) return refusal;
  const id = parseId(text);
  if (id === null) return outcomeReply(fail({ kind: 'missing' }));
  const { filters, errors } = readPagingQuery(searchParamsOf(new URL(request.url).searchParams));
  if (Object.keys(errors).length > 0) return { problem: invalidFields(errors) };
  const range = { page: filters.page ?? 1, perPage: filters.per_page };
  const [job, page] = await Promise.all([
    readJob(id, caller.member),
    listJobItems(id, {}, range, caller.member),
  ]);
  if (!job.ok) return outcomeReply(job);
  if (!page.ok) return outcomeReply(page);
  const { items, total } = page.value;
  // A token that can't read customers doesn't get their addresses this way either.
  const showsEmail = caller.token === null || isGranted(caller.token, 'getCustomer');
  return {
    value: {
      ...describeJob(job.value),
      items: items.map((item) => describeItem(item, showsEmail)),
      current_page: range.page,
      total_count: total,
      total_pages: Math.max(1, Math.ceil(total / range.perPage)),
    },
  };
}

function describeJob(job: Job) {
  const { id, action, state, counts, unscheduled, secondsLeft } = job;
  const total = includedItems(counts);
  return {
    id,
    action: action.kind,
    state,
    total,
    done: counts.done,
    refused: counts.refused,
    unknown: counts.unknown,
    left: total - finishedItems(counts),
    left_out: counts.left_out,
    unscheduled,
    seconds_left: secondsLeft,
  };
}

const describeItem = (item: JobItem, showsEmail: boolean) => ({
  campaign_id: item.campaignId,
  state: item.state,
  ...(item.leftOut && { reason: item.leftOut }),
  ...(item.failure && { reason: failureErrorCode(item.failure) }),
  ...(item.previousSendAt !== null && { previous_send_at: new Date(item.previousSendAt).toISOString() }),
  ...(item.sendAt !== null && { send_at: new Date(item.sendAt).toISOString() }),
  ...(item.price !== null && { price: item.price }),
  ...(item.copyId !== null && { copy_id: item.copyId }),
  ...(item.email !== null && showsEmail && { email: item.email }),
});
