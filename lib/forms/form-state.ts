/** What a form shows after it has been submitted. Plain data that works the same with and without JavaScript. */
import type { FieldErrors } from '#lib/contract/wire.ts';
import type { Failure } from '#lib/domain/outcome.ts';

export interface FormState {
  readonly ok?: true;
  /** One of our own sentences. Never text from the service. */
  readonly message?: string;
  /** A sentence for each invalid field. */
  readonly fields?: FieldErrors;
  /** The submitted values, which the form shows again. Never includes passwords or card tokens. */
  readonly values?: Readonly<Record<string, string>>;
  readonly failure?: Failure;
  /** A newly created link, which is shown only once. */
  readonly link?: string;
  /** The HTML of a mailpiece's sides, if the form requested it. Must be shown only in frames with the design policy. */
  readonly designs?: readonly string[];
}
