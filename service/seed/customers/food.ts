import { grandOpening } from '../designs/grand-opening.ts';
import { menu } from '../designs/menu.ts';
import { TOWNS } from '../people.ts';
import { createAddress, type SeedCustomer, type SeedDates } from '../seed-customer.ts';

const SATURDAY = 6;

export const roastAndCo = (dates: SeedDates): SeedCustomer => ({
  email: 'hello@roastandco.example',
  creditCents: 0,
  sender: createAddress(TOWNS.beacon, 'Roast & Co.', 'Mina Castellano', '31 Mill Street'),
  agent: null,
  editions: [
    {
      template: grandOpening,
      name: 'Grand opening — Beacon',
      values: {
        headline: 'Grand opening',
        event_date: `${dates.weekday(SATURDAY, 14)}, from 7`,
        property_address: '31 Mill Street',
        property_city: 'Beacon',
        offer: 'Your first cup is on us',
        back_title: 'Good morning, neighbors.',
        description:
          'We roast in the back and pour in the front. Come by, meet the roaster, and try the one we named after your street.',
        valid_until: dates.day(42),
      },
      targeting: 'map',
      postage: 'first_class',
      town: TOWNS.beacon,
      counts: [2500, 820],
      metaData: { region: TOWNS.beacon.region, store: 'Beacon' },
    },
    {
      template: grandOpening,
      name: 'Second shop — Cold Spring',
      values: {
        headline: 'Now in Cold Spring',
        event_date: `${dates.weekday(SATURDAY, 28)}, from 8`,
        property_address: '6 Depot Square',
        property_city: 'Cold Spring',
        offer: 'Two cups for the price of one, all week',
        back_title: 'The same beans, closer to the river.',
        description:
          'Our second bar is in the old ticket office. The train leaves at 7:42; your coffee is ready at 7:38.',
        valid_until: dates.day(56),
      },
      targeting: 'csv',
      postage: 'standard',
      town: TOWNS.coldSpring,
      counts: [1180],
      metaData: { region: TOWNS.coldSpring.region, store: 'Cold Spring' },
    },
  ],
});

export const tavolaVerde = (dates: SeedDates): SeedCustomer => ({
  email: 'ciao@tavolaverde.example',
  creditCents: 0,
  sender: createAddress(TOWNS.coldSpring, 'Tavola Verde', 'Paolo Marchetti', '118 Main Street'),
  agent: null,
  editions: [
    {
      template: menu,
      name: 'Dinner menu, winter',
      values: {
        headline: 'Tavola Verde',
        description: 'Seven tables, one oven, and lemons from a cousin’s orchard',
        offer: 'A bottle of house red with dinner for two',
        valid_until: dates.day(75),
        back_title: 'What are you doing for dinner?',
        phone: '(845) 555-0129',
        landing_page: 'tavolaverde.example',
      },
      targeting: 'map',
      postage: 'standard',
      town: TOWNS.coldSpring,
      counts: [1450, 600],
      metaData: { region: TOWNS.coldSpring.region, season: 'winter' },
    },
    {
      template: menu,
      name: 'Dinner menu, new oven',
      values: {
        headline: 'Tavola Verde',
        description: 'The oven is new. The grandmother is the same.',
        offer: 'Fritto misto for the table, for parties of four',
        valid_until: dates.day(40),
        back_title: 'We have been missing you.',
        phone: '(845) 555-0129',
        landing_page: 'tavolaverde.example',
      },
      targeting: 'csv',
      postage: 'first_class',
      town: TOWNS.beacon,
      counts: [980],
      metaData: { region: TOWNS.beacon.region, season: 'winter' },
    },
  ],
});
