/** Converts between a design's variables and v2's template data (2.4, 4.7). */
import type { Input } from '#lib/contract/operations.ts';

type PreviewData = Omit<Input<'previewTemplate'>, 'id'>;
type Values = Readonly<Record<string, string>>;

/**
 * Maps alternative variable names to documented names. For example, designs can use `{{property_address}}`
 * instead of `{{address}}`.
 */
const DOCUMENTED_NAMES: Values = {
  property_address: 'address',
  landing_page: 'landing_page_url',
  square_feet: 'square_footage',
  sender_company: 'sender_name',
  sender_address_line1: 'sender_street_address',
  agent_phone: 'agent_cell_phone',
};

/**
 * Converts a preview's form to design variables, such as `{{address}}`, `{{agent_first_name}}`,
 * `{{sender_name}}`, and `{{photo_1}}`. The form's extra variables keep their names and override all other
 * values.
 */
export function readPreviewVariables({
  template_data: data,
  agent,
  sender,
}: PreviewData): Record<string, string> {
  const { photos = [], variables = [], ...facts } = data ?? {};
  const documented: Record<string, string> = Object.fromEntries([
    ...prefixEntries('', facts),
    ...prefixEntries('agent_', { ...agent, name: fullName(agent) }),
    ...prefixEntries('sender_', sender ?? {}),
    ...photos.map((url, i) => [`photo_${i + 1}`, url]),
  ]);
  const aliases = prefixEntries(
    '',
    Object.fromEntries(Object.entries(DOCUMENTED_NAMES).map(([alias, name]) => [alias, documented[name]])),
  );
  const extra = variables.map(({ key, value }) => [key, value]);
  return { ...documented, ...Object.fromEntries(aliases), ...Object.fromEntries(extra) };
}

function prefixEntries(
  prefix: string,
  values: Readonly<Record<string, string | undefined>>,
): [string, string][] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[`${prefix}${name}`, value]],
  );
}

function fullName(agent: PreviewData['agent']): string | undefined {
  return [agent?.first_name, agent?.last_name].filter(Boolean).join(' ') || undefined;
}

const TEXT_FIELDS = [
  'landing_page_url',
  'label',
  'address',
  'description',
  'back_title',
  'lot_size_type',
] as const;
const NUMBER_FIELDS = [
  'price',
  'taxes',
  'maintenance',
  'square_footage',
  'lot_size',
  'bedrooms',
  'bathrooms',
] as const;

/**
 * Converts a design's values to v2 template data. Values without a documented field are listed in
 * `variables`.
 */
export function presentTemplateData(values: Values) {
  const byDocumentedName = new Map(
    Object.entries(values).map(([name, value]) => [DOCUMENTED_NAMES[name] ?? name, value]),
  );
  const documented: ReadonlySet<string> = new Set([...TEXT_FIELDS, ...NUMBER_FIELDS]);
  return {
    ...mapNames(TEXT_FIELDS, (name) => byDocumentedName.get(name) ?? null),
    ...mapNames(NUMBER_FIELDS, (name) => parseNumber(byDocumentedName.get(name))),
    photos: [],
    variables: Object.fromEntries(
      Object.entries(values).filter(([name]) => !documented.has(DOCUMENTED_NAMES[name] ?? name)),
    ),
  };
}

function mapNames<N extends string, V>(names: readonly N[], read: (name: N) => V): Record<N, V> {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<N, V>;
}

/** Parses a formatted number, such as "$612,000". Returns null if the text isn't a single number. */
function parseNumber(text: string | undefined): number | null {
  const digits = text?.replace(/[$,\s]/g, '') ?? '';
  return /^\d+(\.\d+)?$/.test(digits) ? Number(digits) : null;
}
