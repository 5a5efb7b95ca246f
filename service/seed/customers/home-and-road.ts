import { carService } from '../designs/car-service.ts';
import { gutters } from '../designs/gutters.ts';
import { TOWNS } from '../people.ts';
import { createAddress, type SeedCustomer, type SeedDates } from '../seed-customer.ts';

export const northside = (dates: SeedDates): SeedCustomer => ({
  email: 'team@northside.example',
  creditCents: 6_450,
  sender: createAddress(TOWNS.nyack, 'Northside Home Services', 'Greg Aldous', '14 Depot Road'),
  agent: null,
  editions: [
    {
      template: gutters,
      name: 'Gutters before winter — Nyack',
      values: {
        headline: 'Before the leaves win.',
        price: '$149',
        offer: 'whole house, cleared and flushed',
        back_title: 'One morning now, or a wet basement in March.',
        description:
          'A full gutter freezes, and ice finds its way under the shingles. We are on your street this month and need only a morning. You don’t have to be home.',
        phone: '(845) 555-0168',
        landing_page: 'northside.example/gutters',
        valid_until: dates.day(30),
      },
      targeting: 'map',
      postage: 'standard',
      town: TOWNS.nyack,
      counts: [3210, 1290],
      metaData: { region: TOWNS.nyack.region, service: 'gutters' },
    },
    {
      template: gutters,
      name: 'Gutters again — last year’s customers',
      values: {
        headline: 'Same time as last year?',
        price: '$129',
        offer: 'for houses we already know',
        back_title: 'We still know where the ladder goes.',
        description:
          'You had us on the roof last fall. Say yes, and we’ll put you on the list for the week the maples are bare, at last year’s price.',
        phone: '(845) 555-0168',
        landing_page: 'northside.example/again',
        valid_until: dates.day(30),
      },
      targeting: 'csv',
      postage: 'first_class',
      town: TOWNS.nyack,
      counts: [274],
      metaData: { region: TOWNS.nyack.region, service: 'gutters' },
    },
  ],
});

export const marlowMotors = (dates: SeedDates): SeedCustomer => ({
  email: 'service@marlowmotors.example',
  creditCents: 25_000,
  sender: createAddress(TOWNS.kingston, 'Marlow Motors', 'Teresa Marlow', '77 Canal Street'),
  agent: null,
  editions: [
    {
      template: carService,
      name: 'Winter service',
      values: {
        headline: 'Ready for winter in an hour',
        price: '$89',
        offer: 'Oil, filter, and the twelve-point winter check for most cars',
        back_title: 'It will start on the cold morning.',
        description:
          'We look at the parts that fail in January, while you have coffee next door. If something needs work, you get the price first, in writing.',
        phone: '(845) 555-0175',
        valid_until: dates.day(35),
      },
      targeting: 'map',
      postage: 'first_class',
      town: TOWNS.kingston,
      counts: [1875, 640],
      metaData: { region: TOWNS.kingston.region, service: 'winter check' },
    },
    {
      template: carService,
      name: 'Inspection due',
      values: {
        headline: 'Your inspection is due',
        price: '$37',
        offer: 'State inspection, no appointment needed before ten',
        back_title: 'The sticker says so, not us.',
        description:
          'It takes twenty minutes, and if a bulb is out, we change it while you wait. Bring the registration and nothing else.',
        phone: '(845) 555-0175',
        valid_until: dates.day(28),
      },
      targeting: 'csv',
      postage: 'first_class',
      town: TOWNS.kingston,
      counts: [322, 208],
      metaData: { region: TOWNS.kingston.region, service: 'inspection' },
    },
  ],
});
