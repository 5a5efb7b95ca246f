import { getMember } from '#lib/auth/session.ts';
import { exportPaymentRun } from '#lib/data/payment-run-views.ts';
import type { PaymentRun } from '#lib/domain/payment-run.ts';
import { PAYMENT_RUN_CSV_COLUMNS, paymentRunCsvRow } from '#lib/format/payment-run-csv.ts';
import { csvResponse } from '#lib/http/csv.ts';
import { jsonResponse, notFoundResponse, parseId, signInRequiredResponse } from '#lib/http/responses.ts';

interface Context {
  readonly params: Promise<{ id: string }>;
}

/** Sends a payment run's receipt as CSV, with a row for each campaign. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  if (!(await getMember())) return signInRequiredResponse();
  const id = parseId((await params).id);
  if (id === null) return notFoundResponse();
  const run = await exportPaymentRun(id);
  if (!run.ok) return jsonResponse(run);
  return csvResponse(`mailroom-payment-run-${id}.csv`, PAYMENT_RUN_CSV_COLUMNS, csvRows(run.value));
}

async function* csvRows(run: PaymentRun) {
  yield run.items.map((item) => paymentRunCsvRow(run, item));
}
