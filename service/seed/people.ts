/** Recipients for the seeded campaigns: fictional people in real towns. */
import type { StoredAddress } from '../store/column-types.ts';
import { createRandom, hashSeed, pickRandom } from './random.ts';

export interface Town {
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly region: string;
  /** Longitude and latitude. */
  readonly center: readonly [number, number];
  readonly streets: readonly string[];
}

const QUEENS = 'Queens';
const HUDSON_VALLEY = 'Hudson Valley';

export const TOWNS = {
  forestHills: {
    city: 'Forest Hills',
    state: 'NY',
    zip: '11375',
    region: QUEENS,
    center: [-73.8448, 40.7196],
    streets: [
      'Burns Street',
      'Exeter Street',
      'Alder Court',
      'Fleet Street',
      'Greenway North',
      'Juno Street',
    ],
  },
  regoPark: {
    city: 'Rego Park',
    state: 'NY',
    zip: '11374',
    region: QUEENS,
    center: [-73.8625, 40.7257],
    streets: ['Wetherole Street', 'Saunders Street', 'Dieterle Crescent', 'Cromwell Crescent', '63rd Drive'],
  },
  bayside: {
    city: 'Bayside',
    state: 'NY',
    zip: '11361',
    region: QUEENS,
    center: [-73.7721, 40.7639],
    streets: [
      'Corporal Kennedy Street',
      'Bell Boulevard',
      '213th Street',
      '42nd Avenue',
      'Lawrence Boulevard',
    ],
  },
  beacon: {
    city: 'Beacon',
    state: 'NY',
    zip: '12508',
    region: HUDSON_VALLEY,
    center: [-73.9696, 41.5048],
    streets: ['Willow Street', 'Rombout Avenue', 'South Brett Street', 'Verplanck Avenue', 'Tioronda Avenue'],
  },
  coldSpring: {
    city: 'Cold Spring',
    state: 'NY',
    zip: '10516',
    region: HUDSON_VALLEY,
    center: [-73.9546, 41.4201],
    streets: ['Garden Street', 'Parrott Street', 'Orchard Street', 'Fair Street', 'Morris Avenue'],
  },
  nyack: {
    city: 'Nyack',
    state: 'NY',
    zip: '10960',
    region: HUDSON_VALLEY,
    center: [-73.9179, 41.0907],
    streets: ['Piermont Avenue', 'Gedney Street', 'Tallman Place', 'Clinton Avenue', 'Elysian Avenue'],
  },
  newburgh: {
    city: 'Newburgh',
    state: 'NY',
    zip: '12550',
    region: HUDSON_VALLEY,
    center: [-74.0104, 41.5034],
    streets: ['Montgomery Street', 'Grand Street', 'Liberty Street', 'Farrington Street', 'Dubois Street'],
  },
  rhinebeck: {
    city: 'Rhinebeck',
    state: 'NY',
    zip: '12572',
    region: HUDSON_VALLEY,
    center: [-73.9126, 41.9268],
    streets: [
      'Chestnut Street',
      'Livingston Street',
      'Montgomery Street',
      'Mulberry Street',
      'Parsonage Street',
    ],
  },
  kingston: {
    city: 'Kingston',
    state: 'NY',
    zip: '12401',
    region: HUDSON_VALLEY,
    center: [-73.9974, 41.927],
    streets: ['Lucas Avenue', 'Pearl Street', 'West Chestnut Street', 'Abeel Street', 'Wurts Street'],
  },
  newPaltz: {
    city: 'New Paltz',
    state: 'NY',
    zip: '12561',
    region: HUDSON_VALLEY,
    center: [-74.0868, 41.7476],
    streets: ['Huguenot Street', 'Plattekill Avenue', 'Prospect Street', 'Mohonk Avenue', 'Elting Avenue'],
  },
} as const satisfies Readonly<Record<string, Town>>;

const FIRST_NAMES = [
  'Marguerite',
  'Wei',
  'Tomás',
  'Priya',
  'Abigail',
  'Yusuf',
  'Carmen',
  'Henry',
  'Noor',
  'Esther',
  'Luca',
  'Ines',
  'Samuel',
  'Hana',
  'Walter',
  'Amara',
  'Viktor',
  'Rosa',
  'Daniel',
  'Thuy',
  'Grace',
  'Omar',
  'Ingrid',
  'Caleb',
];
const LAST_NAMES = [
  'O’Brien',
  'Chen',
  'Alvarez',
  'Raman',
  'Whitaker',
  'Demir',
  'Ortiz',
  'Lindqvist',
  'Haddad',
  'Goldberg',
  'Romano',
  'Ferreira',
  'Okafor',
  'Tanaka',
  'Brandt',
  'Nguyen',
  'Kowalski',
  'Delacroix',
  'Murphy',
  'Patel',
  'Santos',
  'Weiss',
];
const UNITS = ['', '', '', '', ', Apt 4B', ', Apt 2', ', Unit 12', ', Floor 3'];

/** The number of addresses that a campaign exposes. */
const EXPOSED_COUNT = 25;

/** Generates a list's exposed recipients. The same town and list always produce the same people. */
export function generateRecipients(town: Town, list: string): StoredAddress[] {
  const random = createRandom(hashSeed(`${town.city} ${list}`));
  return Array.from({ length: EXPOSED_COUNT }, (_, i) => {
    const firstName = pickRandom(FIRST_NAMES, random);
    // Purchased lists contain addresses without names. The first address always has a name, because
    // thumbnails show it.
    const hasName = i === 0 || random() > 0.12;
    const variables: Record<string, string> = hasName ? { first_name: firstName } : {};
    return {
      name: hasName ? `${firstName} ${pickRandom(LAST_NAMES, random)}` : 'Current Resident',
      company: '',
      address_line1: `${3 + Math.floor(random() * 240)} ${pickRandom(town.streets, random)}${pickRandom(UNITS, random)}`,
      address_city: town.city,
      address_state: town.state,
      address_zip: town.zip,
      address_country: 'US',
      variables,
    };
  });
}

/** Creates the design variables for the return address and the recipient. */
export function createAddressVariables(
  sender: StoredAddress,
  recipient: StoredAddress,
): Record<string, string> {
  const withPrefix = (role: string, address: StoredAddress) =>
    Object.entries({
      name: address.name,
      company: address.company,
      address_line1: address.address_line1,
      city: address.address_city,
      state: address.address_state,
      zip: address.address_zip,
    }).map(([field, value]) => [`${role}_${field}`, value]);
  return Object.fromEntries([...withPrefix('sender', sender), ...withPrefix('recipient', recipient)]);
}
