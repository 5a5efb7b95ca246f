import { getPollingMember } from '#lib/auth/session.ts';
import { readJob } from '#lib/data/job-results.ts';
import { ok } from '#lib/domain/outcome.ts';
import { jsonResponse, notFoundResponse, parseId, signInRequiredResponse } from '#lib/http/responses.ts';

interface Context {
  readonly params: Promise<{ id: string }>;
}

/** Responds with the parts of a job that the open job page polls. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const member = await getPollingMember();
  if (!member) return signInRequiredResponse();
  const id = parseId((await params).id);
  if (id === null) return notFoundResponse();
  const job = await readJob(id, member);
  if (!job.ok) return jsonResponse(job);
  const { state, counts, checkedAt, isReviewExpired } = job.value;
  return jsonResponse(ok({ state, counts, checkedAt, isReviewExpired }));
}
