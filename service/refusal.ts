import type { FieldErrors } from '#lib/contract/wire.ts';

/** Error codes and their HTTP statuses. The interface doesn't document an error format (part 7). */
const STATUS = {
  invalid_input: 400,
  unauthenticated: 401,
  payment_required: 402,
  card_declined: 402,
  invoicing_not_enabled: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_a_draft: 409,
  not_queued: 409,
  nothing_to_pay: 409,
  window_closed: 409,
  too_large: 413,
  date_too_early: 422,
  date_too_late: 422,
  email_taken: 422,
  unknown_source: 422,
  wrong_design_count: 422,
  invalid_range: 422,
  internal: 500,
} as const;

export type RefusalCode = keyof typeof STATUS;
export const REFUSAL_CODES = Object.keys(STATUS);
export type RefusalStatus = (typeof STATUS)[RefusalCode];

/** An expected error that handlers return instead of throwing. */
export class Refusal {
  readonly code: RefusalCode;
  readonly message: string;
  /** A message for each invalid input field. Fields are named as in the request, such as `sent_at[from]`. */
  readonly fields: FieldErrors | undefined;

  constructor(code: RefusalCode, message: string, fields?: FieldErrors) {
    this.code = code;
    this.message = message;
    this.fields = fields;
  }

  get status(): RefusalStatus {
    return STATUS[this.code];
  }

  toJSON() {
    const { code, message, fields } = this;
    return { error: fields ? { code, message, fields } : { code, message } };
  }
}
