/**
 * Checks how a request encodes a call to a server action. Next responds with 500 if it can't decode an
 * action's arguments, and logs an error that quotes them.
 */
import type { Refusal } from '#lib/format/refused-request.ts';
import { findExceededLimit, memberLimits } from '#lib/http/body-limits.ts';
import { measureJson } from './body-counter.ts';
import { parseArguments } from './encoded-value.ts';
import { isKnownAction } from './known-actions.ts';

/** How a request calls an action. `id` is null if the browser, not Next's script, sent the form. */
export interface ActionCall {
  readonly path: string;
  readonly id: string | null;
  /** The form, or the text of a body that isn't a form. */
  readonly body: FormData | string;
}

const MALFORMED: Refusal = { why: 'malformed' };
const OUT_OF_DATE: Refusal = { why: 'out_of_date' };

const ID = /^[\da-f]{42}$/;
/**
 * The parts of a call from Next's script: the number of the argument list, and the names of the parts with a
 * form's fields.
 */
const ARGUMENTS = 0;
const FIELD = /^_\d+_/;
/** The parts that React adds to a form for browsers without JavaScript. */
const PART = /^\$ACTION_(?:KEY|REF_(?<reference>\d+)|ID_(?<id>[\da-f]{42})|\d+:[01])$/;
const DESCRIPTOR = /^\{"id":"([\da-f]{42})","bound":(null|"\$@1")\}$/;
/** The number of the argument list in a form that the browser sent without Next's script. */
const BOUND_ARGUMENTS = 1;
/** A form and its button can each refer to an action. */
const MAX_REFERENCES = 2;

/** Returns why Next couldn't run the action. Returns null if the encoding is valid. */
export function findEncodingProblem(call: ActionCall): Refusal | null {
  if (call.id === null) return typeof call.body === 'string' ? null : findFormProblem(call.body, call.path);
  if (!ID.test(call.id)) return MALFORMED;
  if (!isKnownAction(call.id)) return OUT_OF_DATE;
  if (typeof call.body === 'string') return findArgumentsProblem(call.body, ARGUMENTS, call.path);
  const names = [...call.body.keys()];
  if (!names.every((name) => name === String(ARGUMENTS) || FIELD.test(name))) return MALFORMED;
  return findArgumentsProblem(onlyText(call.body, String(ARGUMENTS)), ARGUMENTS, call.path);
}

/** Checks a form that the browser sent without Next's script. */
function findFormProblem(form: FormData, path: string): Refusal | null {
  const parts = [...form.keys()].filter((name) => name.startsWith('$ACTION_')).map((name) => PART.exec(name));
  const ids = parts.flatMap((part) => part?.groups?.id ?? []);
  const references = parts.flatMap((part) => part?.groups?.reference ?? []);
  if (parts.includes(null) || references.length > MAX_REFERENCES) return MALFORMED;
  for (const reference of references) {
    const [, id, bound] = DESCRIPTOR.exec(onlyText(form, `$ACTION_${reference}:0`) ?? '') ?? [];
    if (id === undefined) return MALFORMED;
    ids.push(id);
    const list = bound === 'null' ? '[]' : onlyText(form, `$ACTION_${reference}:${BOUND_ARGUMENTS}`);
    const problem = findArgumentsProblem(list, BOUND_ARGUMENTS, path);
    if (problem) return problem;
  }
  if (ids.length === 0) return MALFORMED;
  return ids.every(isKnownAction) ? null : OUT_OF_DATE;
}

/** Applies the limits for JSON bodies to the text, because `hold-requests` counts only a form's fields. */
function findArgumentsProblem(text: string | null, list: number, path: string): Refusal | null {
  if (text === null) return MALFORMED;
  const limits = memberLimits(path);
  const exceeded = findExceededLimit({ bytes: text.length, ...measureJson(text) }, limits);
  if (exceeded) return { why: 'too_large', exceeded, limits, isMember: true };
  return parseArguments(text, list) ? null : MALFORMED;
}

/**
 * Returns the text of the only part with this name. Returns null if there isn't exactly one such part, or if
 * the part is a file.
 */
function onlyText(form: FormData, name: string): string | null {
  const [value, ...others] = form.getAll(name);
  return typeof value === 'string' && others.length === 0 ? value : null;
}
