/** The variables of a design against the template data of v2 (2.4, 4.7). */
import type { Input } from '#lib/contract/operations.ts';

type PreviewData = Omit<Input<'previewTemplate'>, 'id'>;
type Values = Readonly<Record<string, string>>;

/** Designs may call a documented value by either name: `{{property_address}}` or `{{address}}`. */
const DOCUMENTED_AS: Values = {
  property_address: 'address',
  landing_page: 'landing_page_url',
  square_feet: 'square_footage',
  sender_company: 'sender_name',
  sender_address_line1: 'sender_street_address',
  agent_phone: 'agent_cell_phone',
};

/**
 * The form of a preview as the variables of a design: `{{address}}` from template_data, `{{agent_first_name}}`,
 * `{{sender_name}}`, `{{photo_1}}`. Extra variables come under their own names, and go before the others.
 */
export function previewValues({ template_data: data, agent, sender }: PreviewData): Record<string, string> {
  const { photos = [], variables = [], ...facts } = data ?? {};
  const documented: Record<string, string> = Object.fromEntries([
    ...entriesOf('', facts),
    ...entriesOf('agent_', { ...agent, name: fullName(agent) }),
    ...entriesOf('sender_', sender ?? {}),
    ...photos.map((url, i) => [`photo_${i + 1}`, url]),
  ]);
  const aliases = entriesOf(
    '',
    Object.fromEntries(Object.entries(DOCUMENTED_AS).map(([alias, name]) => [alias, documented[name]])),
  );
  const extra = variables.map(({ key, value }) => [key, value]);
  return { ...documented, ...Object.fromEntries(aliases), ...Object.fromEntries(extra) };
}

function entriesOf(prefix: string, values: Readonly<Record<string, string | undefined>>): [string, string][] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[`${prefix}${name}`, value]],
  );
}

function fullName(agent: PreviewData['agent']): string | undefined {
  return [agent?.first_name, agent?.last_name].filter(Boolean).join(' ') || undefined;
}

const WORDS = ['landing_page_url', 'label', 'address', 'description', 'back_title', 'lot_size_type'] as const;
const NUMBERS = [
  'price',
  'taxes',
  'maintenance',
  'square_footage',
  'lot_size',
  'bedrooms',
  'bathrooms',
] as const;

/** The values a design was filled with, as a v2 campaign shows them: what has no documented field is a variable. */
export function templateDataOf(values: Values) {
  const named = new Map(Object.entries(values).map(([name, value]) => [DOCUMENTED_AS[name] ?? name, value]));
  const documented: ReadonlySet<string> = new Set([...WORDS, ...NUMBERS]);
  return {
    ...byName(WORDS, (name) => named.get(name) ?? null),
    ...byName(NUMBERS, (name) => numberIn(named.get(name))),
    photos: [],
    variables: Object.fromEntries(
      Object.entries(values).filter(([name]) => !documented.has(DOCUMENTED_AS[name] ?? name)),
    ),
  };
}

function byName<N extends string, V>(names: readonly N[], read: (name: N) => V): Record<N, V> {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<N, V>;
}

/** "$612,000" is 612000; what doesn't read as one number is none. */
function numberIn(text: string | undefined): number | null {
  const digits = text?.replace(/[$,\s]/g, '') ?? '';
  return /^\d+(\.\d+)?$/.test(digits) ? Number(digits) : null;
}
