/**
 * The state that a form shows after submission. The state is plain data, so forms work the same with and
 * without JavaScript.
 */
import type { FieldErrors } from '#lib/contract/wire.ts';
import type { Failure } from '#lib/domain/outcome.ts';

export interface FormState {
  readonly ok?: true;
  /** A message in the console's own words, never text from the service. */
  readonly message?: string;
  /** An error message for each invalid field. */
  readonly fields?: FieldErrors;
  /** The submitted values, which the form shows again. Passwords and card tokens are never included. */
  readonly values?: Readonly<Record<string, string>>;
  readonly failure?: Failure;
  /** True if the values were submitted before the member confirmed their identity, and nothing was saved. */
  readonly isResumed?: true;
  /** A newly created link, which is shown only once. */
  readonly link?: string;
  /** A newly created API token, which is shown only once. */
  readonly secret?: string;
  /** Newly created recovery codes, which are shown only once. */
  readonly recoveryCodes?: readonly string[];
  /** The options that the browser needs to create or use a passkey, as JSON. */
  readonly passkeyOptions?: string;
  /**
   * The HTML of each side of a mailpiece, if the form requested a preview. Show this HTML only in frames that
   * use the content security policy for designs.
   */
  readonly designs?: readonly string[];
}
