/**
 * The fields of a template's preview form. The form has all fields that the interface defines (part 4.7),
 * under the same names.
 */

import type { Input } from '#lib/contract/operations.ts';
import type { FieldErrors } from '#lib/contract/wire.ts';
import { MAX_PHOTO_LENGTH, MAX_PHOTOS } from '#lib/input-limits.ts';
import { readPairs } from './pair-fields.ts';

type PreviewData = Omit<Input<'previewTemplate'>, 'id'>;
type Part = keyof PreviewData;
type KeyOf<P extends Part> = keyof NonNullable<PreviewData[P]>;

interface FieldFacts {
  readonly label: string;
  readonly hint?: string;
  /** Whether to show the field at full width. */
  readonly wide?: true;
  readonly type?: 'url' | 'email' | 'tel';
}

const listing = {
  label: { label: 'Label' },
  price: { label: 'Price (USD)' },
  address: { label: 'Address', wide: true },
  description: { label: 'Description', wide: true },
  back_title: { label: 'Back title' },
  landing_page_url: { label: 'Landing page', type: 'url', hint: 'Printed as text or as a QR code.' },
  bedrooms: { label: 'Bedrooms' },
  bathrooms: { label: 'Bathrooms' },
  square_footage: { label: 'Square footage' },
  lot_size: { label: 'Lot size' },
  taxes: { label: 'Annual taxes (USD)' },
  maintenance: { label: 'Annual maintenance (USD)' },
} as const satisfies Record<
  Exclude<KeyOf<'template_data'>, 'photos' | 'variables' | 'lot_size_type'>,
  FieldFacts
>;

const agent = {
  first_name: { label: 'First name' },
  last_name: { label: 'Last name' },
  license_number: { label: 'License number' },
  email: { label: 'Email', type: 'email' },
  cell_phone: { label: 'Cell phone', type: 'tel' },
  landline: { label: 'Landline', type: 'tel' },
  photo: { label: 'Photo', type: 'url', hint: 'Image URL.', wide: true },
} as const satisfies Record<KeyOf<'agent'>, FieldFacts>;

const sender = {
  name: { label: 'Name', hint: 'Usually the company name.', wide: true },
  street_address: { label: 'Street' },
  suite: { label: 'Suite' },
  city: { label: 'City' },
  state: { label: 'State' },
  zip: { label: 'ZIP' },
  logo: { label: 'Logo', type: 'url', hint: 'Image URL.', wide: true },
} as const satisfies Record<KeyOf<'sender'>, FieldFacts>;

export interface PreviewField extends FieldFacts {
  /** The field's name in the request, such as "template_data[price]". */
  readonly name: string;
}

const fieldsOf = (part: Part, facts: Readonly<Record<string, FieldFacts>>): readonly PreviewField[] =>
  Object.entries(facts).map(([key, fact]) => ({ name: `${part}[${key}]`, ...fact }));

export const LISTING_FIELDS = fieldsOf('template_data', listing);
export const AGENT_FIELDS = fieldsOf('agent', agent);
export const SENDER_FIELDS = fieldsOf('sender', sender);
export const TEXT_FIELDS: readonly PreviewField[] = [...LISTING_FIELDS, ...AGENT_FIELDS, ...SENDER_FIELDS];

export const LOT_SIZE_TYPE = 'template_data[lot_size_type]';
/** The field that contains the photo URLs, one per line. */
export const PHOTOS = 'template_data[photos]';
/** The prefix of the fields for a template's own variables. */
export const VARIABLE = 'variable';

type Typed = Readonly<Record<string, unknown>>;

/** Returns the preview data without blank fields, and an error message for each invalid field. */
export function readPreviewForm(typed: Typed): { readonly data: PreviewData; readonly fields: FieldErrors } {
  const text = (name: string) => (typeof typed[name] === 'string' ? typed[name].trim() : '');
  const { pairs, fields: wrongPairs } = readPairs(typed, VARIABLE);
  const photos = text(PHOTOS)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const wrongPhotos = photosProblem(photos);
  const filled = (part: Part, keys: readonly string[]) =>
    keys.flatMap((key) => {
      const value = text(`${part}[${key}]`);
      return value === '' ? [] : [[key, value] as const];
    });
  const variables = pairs
    .map(({ key, value }) => ({ key: key.trim(), value: value.trim() }))
    .filter(({ value }) => value !== '');
  const data = {
    template_data: objectOrUndefined([
      ...filled('template_data', [...Object.keys(listing), 'lot_size_type']),
      ...(photos.length > 0 ? [['photos', photos] as const] : []),
      ...(variables.length > 0 ? [['variables', variables] as const] : []),
    ]),
    agent: objectOrUndefined(filled('agent', Object.keys(agent))),
    sender: objectOrUndefined(filled('sender', Object.keys(sender))),
  };
  return { data, fields: { ...wrongPairs, ...(wrongPhotos && { [PHOTOS]: wrongPhotos }) } };
}

const objectOrUndefined = (entries: readonly (readonly [string, unknown])[]) =>
  entries.length > 0 ? Object.fromEntries(entries) : undefined;

function photosProblem(photos: readonly string[]): string | undefined {
  if (photos.length > MAX_PHOTOS) return `Use ${MAX_PHOTOS} photos or fewer.`;
  const wrong = photos.findIndex(
    (photo) => photo.length > MAX_PHOTO_LENGTH || !/^https?:$/.test(URL.parse(photo)?.protocol ?? ''),
  );
  return wrong === -1
    ? undefined
    : `Line ${wrong + 1} isn’t a valid URL. Enter one image URL per line, like https://…`;
}
