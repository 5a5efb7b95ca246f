/** What a form shows after it was sent: plain data, the same with and without JavaScript. */
import type { FieldErrors } from '#lib/contract/wire.ts';
import type { Failure } from '#lib/domain/outcome.ts';

export interface FormState {
  readonly ok?: true;
  /** A sentence of ours. */
  readonly message?: string;
  /** Sentences by field. */
  readonly fields?: FieldErrors;
  /** What was typed, so that nothing is lost. Never a password or a card token. */
  readonly values?: Readonly<Record<string, string>>;
  readonly failure?: Failure;
  /** A link that was made just now and is shown this once. */
  readonly link?: string;
  /** HTML of a mailpiece's sides that the form asked for. It is shown in frames of its own policy and nowhere else. */
  readonly designs?: readonly string[];
}
