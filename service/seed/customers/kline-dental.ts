import { checkup } from '../designs/checkup.ts';
import { dentistLetter } from '../designs/dentist-letter.ts';
import { TOWNS } from '../people.ts';
import { createAddress, type SeedCustomer, type SeedDates } from '../seed-customer.ts';

const PHONE = '(718) 555-0117';
const DOCTOR = 'Dr. Rosalind Kline';

export const klineDental = (dates: SeedDates): SeedCustomer => ({
  email: 'desk@klinedental.example',
  creditCents: 3_450,
  sender: createAddress(TOWNS.forestHills, 'Kline Dental', DOCTOR, '7 Station Square'),
  agent: null,
  editions: [
    {
      template: checkup,
      name: 'Spring checkup reminder',
      values: {
        headline: 'Six months already?',
        offer: 'Your checkup takes forty minutes. Your teeth will thank you for years.',
        phone: PHONE,
        back_title: 'See you soon.',
        description:
          'Your last visit was half a year ago. Call, or choose a time online: early mornings and Thursday evenings are kept free for checkups.',
        landing_page: 'klinedental.example/visit',
      },
      targeting: 'csv',
      postage: 'first_class',
      town: TOWNS.forestHills,
      counts: [418, 136],
      metaData: { region: TOWNS.forestHills.region, recall: 'six months' },
    },
    {
      template: checkup,
      name: 'New patients, Rego Park',
      values: {
        headline: 'New here? So were we.',
        offer: 'A first visit with X-rays and cleaning is $99 until the end of next month.',
        phone: PHONE,
        back_title: 'A dentist around the corner.',
        description:
          'Two chairs, one doctor who stays, and no one in a hurry. We take most plans and say so before we start.',
        landing_page: 'klinedental.example/new',
      },
      targeting: 'map',
      postage: 'standard',
      town: TOWNS.regoPark,
      counts: [1750],
      metaData: { region: TOWNS.regoPark.region, recall: 'new patients' },
    },
    {
      template: dentistLetter,
      name: 'A letter from Dr. Kline',
      values: {
        headline: 'We have kept your place',
        letter_date: dates.full(-8),
        phone: PHONE,
        landing_page: 'klinedental.example',
        agent_name: DOCTOR,
        description:
          'A checkup with us takes forty minutes. There is a cleaning, a careful look, and X\u2011rays only if they are due. Before you leave, you will know whether you need any work, what it would cost, and what can wait.',
        offer: `Until ${dates.day(60)} the first visit back, with the cleaning, is $79, whatever your insurance.`,
      },
      targeting: 'csv',
      postage: 'first_class',
      town: TOWNS.forestHills,
      counts: [418, 92],
      metaData: { region: TOWNS.forestHills.region, recall: 'two years' },
    },
  ],
});
