/**
 * Checks values in React's encoding: JSON in which text that starts with `$` has a special meaning. Next's
 * script and pages without JavaScript send an action's arguments in this encoding. React throws an error for
 * invalid values. React can also decode values that the console's pages never send, such as streams,
 * promises, and references to other actions. All of them are invalid here.
 */
type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Text, a form, a missing value, or a date. In text, React doubles a leading `$`. */
const PLAIN = /^(?:[^$]|\$\$|$|\$K[\da-f]+$|\$undefined$)/;
const DATE = /^\$D(\d{4}-\d\d-\d\dT[\d:.]+Z)$/;
/** A reference to an object in a list: the list's number, and the names on the path to the object. */
const REFERENCE = /^\$([\da-f]+):(.+)$/s;

/**
 * Returns the list of arguments. Returns null if the text isn't a valid list of arguments.
 * @param text JSON. The caller must have checked the text's nesting depth.
 * @param number the list's number. References to other lists are invalid.
 */
export function parseArguments(text: string, number: number): readonly unknown[] | null {
  let root: Json;
  try {
    root = JSON.parse(text) as Json;
  } catch {
    return null;
  }
  return Array.isArray(root) && isValid(root, { root, number }, []) ? root : null;
}

interface List {
  readonly root: Json;
  readonly number: number;
}

/** @param ancestors the objects that contain the value */
function isValid(value: Json, list: List, ancestors: readonly Json[]): boolean {
  if (typeof value === 'string') return isValidText(value, list, ancestors);
  if (typeof value !== 'object' || value === null) return true;
  const path = [...ancestors, value];
  return Object.values(value).every((item) => isValid(item, list, path));
}

function isValidText(text: string, { root, number }: List, ancestors: readonly Json[]): boolean {
  if (PLAIN.test(text)) return true;
  const date = DATE.exec(text)?.[1];
  if (date !== undefined) return !Number.isNaN(Date.parse(date));
  const [, list = '', names = ''] = REFERENCE.exec(text) ?? [];
  if (Number.parseInt(list, 16) !== number) return false;
  const target = find(root, names.split(':'));
  // React never finishes decoding an object that contains itself.
  return typeof target === 'object' && target !== null && !ancestors.includes(target);
}

function find(root: Json, names: readonly string[]): Json | undefined {
  let value: Json | undefined = root;
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, Json>>)[name];
  }
  return value;
}
