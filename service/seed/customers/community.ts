import { appealLetter } from '../designs/appeal-letter.ts';
import { gardenCenter } from '../designs/garden-center.ts';
import { schoolFair } from '../designs/school-fair.ts';
import { TOWNS } from '../people.ts';
import { createAddress, type SeedCustomer, type SeedDates } from '../seed-customer.ts';

const SATURDAY = 6;

export const harborPantry = (dates: SeedDates): SeedCustomer => ({
  email: 'give@harborpantry.example',
  creditCents: 40_000,
  sender: createAddress(TOWNS.newburgh, 'Harbor Pantry', 'Annika Moreau', '3 Wharf Street'),
  agent: null,
  editions: [
    {
      template: appealLetter,
      name: 'Year-end appeal',
      values: {
        headline: 'Last winter we ran out of rice twice. This winter we would rather not.',
        letter_date: dates.full(-4),
        agent_name: 'Annika Moreau',
        description:
          'On an ordinary Tuesday, two hundred and twelve families come through our door on Wharf Street. A year ago it was a hundred and forty. They are bus drivers, grandparents, people between jobs, and, since September, a good many students.',
        offer:
          'A gift of $35 puts a week of groceries on a table for two. Give before the year ends, and the Hudson Fund doubles your gift.',
        landing_page: 'harborpantry.example',
        valid_until: dates.day(41),
      },
      targeting: 'csv',
      postage: 'first_class',
      town: TOWNS.newburgh,
      counts: [1240, 180],
      metaData: { region: TOWNS.newburgh.region, appeal: 'year end' },
    },
    {
      template: appealLetter,
      name: 'New neighbors appeal',
      values: {
        headline: 'A pantry is a strange thing to be proud of.',
        letter_date: dates.full(-4),
        agent_name: 'Annika Moreau',
        description:
          'You moved here this year, so you may not know us: three rooms by the water, forty volunteers, and a door that is open five days a week. We wish it were not needed. Since it is, we try to be good at it.',
        offer:
          'If you can, fill a shelf: $150 fills one with staples for a week. If you would rather give an afternoon, come on any Tuesday at three.',
        landing_page: 'harborpantry.example/neighbors',
        valid_until: dates.day(41),
      },
      targeting: 'map',
      postage: 'standard',
      town: TOWNS.newburgh,
      counts: [860],
      metaData: { region: TOWNS.newburgh.region, appeal: 'new neighbors' },
    },
  ],
});

export const fernhill = (dates: SeedDates): SeedCustomer => ({
  email: 'shop@fernhill.example',
  creditCents: 0,
  sender: createAddress(TOWNS.rhinebeck, 'Fernhill Nursery', 'Tomas Reiner', '560 Old Post Road'),
  agent: null,
  editions: [
    {
      template: gardenCenter,
      name: 'Spring is in the ground',
      values: {
        headline: 'Spring is in the ground',
        offer: 'A tray of lettuce with any basket over $40',
        description:
          'Everything here was raised in our own greenhouses and hardened off outside. Ask for Tomas if a plant has disappointed you before.',
        back_title: 'The soil is warm enough. Are you?',
        event_date: dates.weekday(SATURDAY, 20),
        phone: '(845) 555-0193',
        landing_page: 'fernhill.example',
      },
      targeting: 'map',
      postage: 'standard',
      town: TOWNS.rhinebeck,
      counts: [1960, 740],
      metaData: { region: TOWNS.rhinebeck.region, season: 'spring' },
    },
  ],
});

export const maplewood = (dates: SeedDates): SeedCustomer => ({
  email: 'office@maplewood.example',
  creditCents: 0,
  sender: createAddress(TOWNS.newPaltz, 'Maplewood School', 'Ellen Friis', '40 Orchard Lane'),
  agent: null,
  editions: [
    {
      template: schoolFair,
      name: 'School fair',
      values: {
        headline: 'Maplewood school fair',
        event_date: dates.weekday(SATURDAY, 18),
        event_time: '2 to 8 pm',
        description:
          'Rides, pies, the brass band, two thousand secondhand books, and a raffle with a bicycle in it.',
        back_title: 'The whole street is coming.',
        property_address: '40 Orchard Lane',
        property_city: 'New Paltz',
        price: 'Free. Rides are a dollar.',
        offer:
          'Everything we raise goes to the new library. Last year it was $14,200, and a great many cakes.',
      },
      targeting: 'map',
      postage: 'standard',
      town: TOWNS.newPaltz,
      counts: [1080, 450],
      metaData: { region: TOWNS.newPaltz.region, season: 'fall' },
    },
  ],
});
