/** Forms that are filled in again after the member confirms their identity. */

export const RESUMED_FORMS = ['invite', 'renew', 'approval_rule', 'second_factor_rule'] as const;
export type ResumedFormName = (typeof RESUMED_FORMS)[number];

export interface ResumedForm {
  readonly form: ResumedFormName;
  /** The submitted values, by field name. */
  readonly values: Readonly<Record<string, string>>;
}
