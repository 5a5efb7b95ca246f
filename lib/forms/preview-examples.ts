/** Example values for previewing a template. */

import { sentenceCase } from '#lib/format/text.ts';
import { keyField, valueField } from './pair-fields.ts';
import { PHOTOS, TEXT_FIELDS, VARIABLE } from './preview-form.ts';

const EXAMPLES: Readonly<Record<string, string>> = {
  'template_data[label]': 'Just listed',
  'template_data[price]': '$612,000',
  'template_data[address]': '48 Maple Street',
  'template_data[description]': 'A light-filled house on a quiet street, five minutes from the station.',
  'template_data[back_title]': 'Come see it',
  'template_data[landing_page_url]': 'https://brightwater.example/48-maple-street',
  'template_data[bedrooms]': '3',
  'template_data[bathrooms]': '2.5',
  'template_data[square_footage]': '1,840',
  'template_data[lot_size]': '0.25',
  'template_data[lot_size_type]': 'acres',
  'template_data[taxes]': '$8,400',
  'template_data[maintenance]': '$1,200',
  'agent[first_name]': 'Dana',
  'agent[last_name]': 'Whitfield',
  'agent[license_number]': '10401234567',
  'agent[email]': 'dana@brightwater.example',
  'agent[cell_phone]': '(845) 555-0142',
  'agent[landline]': '(845) 555-0100',
  'sender[name]': 'Brightwater Realty',
  'sender[street_address]': '12 Water Street',
  'sender[suite]': 'Suite 4',
  'sender[city]': 'Beacon',
  'sender[state]': 'NY',
  'sender[zip]': '12508',
};

/**
 * Example values for a template's own variables. The end of a variable's name determines its example value.
 */
const BY_ENDING: readonly (readonly [RegExp, string])[] = [
  [/name$/, 'Alex Morgan'],
  [/address(_line1)?$/, '48 Maple Street'],
  [/city$/, 'Beacon'],
  [/state$/, 'NY'],
  [/zip$/, '12508'],
  [/phone$/, '(845) 555-0142'],
  [/(date|until)$/, 'Saturday, December 5'],
  [/time$/, '10 am to 2 pm'],
  [/feet$/, '1,840'],
  [/(headline|title)$/, 'Come see us'],
  [/offer$/, 'Your first visit is free'],
  [/(page|url)$/, 'https://brightwater.example'],
];
const findExample = (name: string) =>
  BY_ENDING.find(([ending]) => ending.test(name))?.[1] ?? sentenceCase(name);

/** The variables that the documented fields set. These variables need no other example values. */
const DOCUMENTED = new Set([...TEXT_FIELDS.map(({ name }) => name), PHOTOS].map(variableName));

/**
 * Returns the name of the variable that a field sets, such as "price" for "template_data[price]" or
 * "agent_email" for "agent[email]".
 */
function variableName(field: string): string {
  return field.replace(/^template_data\[|]$/g, '').replace('[', '_');
}

/** Returns example values for a template with these variables, keyed by form field. */
export function exampleValues(variables: readonly string[]): Readonly<Record<string, string>> {
  const own = variables.flatMap((name, row) => {
    const isFilled = DOCUMENTED.has(name) || /^(agent|sender|photo)_|_qr$/.test(name);
    return [
      [keyField(row, VARIABLE), name],
      ...(isFilled ? [] : [[valueField(row, VARIABLE), findExample(name)]]),
    ];
  });
  return { ...EXAMPLES, ...Object.fromEntries(own) };
}
