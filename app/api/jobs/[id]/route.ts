import { handleJobRequest } from '#lib/proxy/job.ts';

interface Context {
  readonly params: Promise<{ id: string }>;
}

/** Responds with a bulk job's progress and one page of its campaigns. */
export const GET = async (request: Request, { params }: Context): Promise<Response> =>
  handleJobRequest(request, (await params).id);
