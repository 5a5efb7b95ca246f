import { getMember } from '#lib/auth/session.ts';
import { exportJob } from '#lib/data/job-results.ts';
import type { JobItem } from '#lib/domain/job.ts';
import { JOB_CSV_COLUMNS, jobCsvRow } from '#lib/format/job-csv.ts';
import { csvResponse } from '#lib/http/csv.ts';
import { jsonResponse, notFoundResponse, parseId, signInRequiredResponse } from '#lib/http/responses.ts';

interface Context {
  readonly params: Promise<{ id: string }>;
}

/** Streams the result for each of a job's campaigns as CSV. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  if (!(await getMember())) return signInRequiredResponse();
  const id = parseId((await params).id);
  if (id === null) return notFoundResponse();
  const found = await exportJob(id);
  if (!found.ok) return jsonResponse(found);
  return csvResponse(`mailroom-job-${id}.csv`, JOB_CSV_COLUMNS, csvRows(found.value.chunks));
}

async function* csvRows(chunks: AsyncIterable<readonly JobItem[]>) {
  for await (const chunk of chunks) yield chunk.map(jobCsvRow);
}
