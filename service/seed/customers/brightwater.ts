import { justListed } from '../designs/just-listed.ts';
import { justSold } from '../designs/just-sold.ts';
import { openHouse } from '../designs/open-house.ts';
import { TOWNS, type Town } from '../people.ts';
import { createAddress, type Edition, type SeedCustomer, type SeedDates } from '../seed-customer.ts';

interface Agent {
  readonly first: string;
  readonly last: string;
  readonly phone: string;
}
const DANA: Agent = { first: 'Dana', last: 'Whitlock', phone: '(718) 555-0142' };
const MARCUS: Agent = { first: 'Marcus', last: 'Bell', phone: '(718) 555-0158' };

const formatAgentName = (agent: Agent) => `${agent.first} ${agent.last}`;

interface Listing {
  readonly agent: Agent;
  readonly town: Town;
  readonly address: string;
  readonly price: string;
}

function listingValues({ agent, town, address, price }: Listing) {
  return {
    property_address: address,
    property_city: town.city,
    price,
    agent_name: formatAgentName(agent),
    agent_phone: agent.phone,
  };
}

const metaData = ({ agent, town }: Listing, channel: string) => ({
  region: town.region,
  agent: formatAgentName(agent),
  channel,
});

const MAPLE: Listing = {
  agent: DANA,
  town: TOWNS.forestHills,
  address: '48 Maple Street',
  price: '$612,000',
};
const CROMWELL: Listing = {
  agent: MARCUS,
  town: TOWNS.regoPark,
  address: '17 Cromwell Crescent',
  price: '$895,000',
};
const BELL: Listing = {
  agent: MARCUS,
  town: TOWNS.bayside,
  address: '204 Bell Boulevard',
  price: '$734,000',
};
const HARBOR: Listing = { agent: DANA, town: TOWNS.forestHills, address: '9 Harbor Lane', price: '$748,000' };
const LAWRENCE: Listing = {
  agent: MARCUS,
  town: TOWNS.bayside,
  address: '31 Lawrence Boulevard',
  price: '$1,045,000',
};
const JUNO: Listing = { agent: DANA, town: TOWNS.forestHills, address: '112 Juno Street', price: '$688,000' };

function justListedEdition(
  listing: Listing,
  rooms: [string, string, string],
  description: string,
  counts: Edition['counts'],
): Edition {
  const [bedrooms, bathrooms, square_feet] = rooms;
  const page = listing.address.toLowerCase().split(' ').slice(0, 2).join('-');
  return {
    template: justListed,
    name: `Just listed — ${listing.address}`,
    values: {
      ...listingValues(listing),
      headline: 'Just listed',
      bedrooms,
      bathrooms,
      square_feet,
      description,
      landing_page: `brightwater.example/${page}`,
    },
    targeting: 'map',
    postage: 'first_class',
    town: listing.town,
    counts,
    metaData: metaData(listing, 'new listing'),
  };
}

function openHouseEdition(
  listing: Listing,
  event_date: string,
  event_time: string,
  description: string,
  counts: Edition['counts'],
): Edition {
  return {
    template: openHouse,
    name: `Open house — ${listing.address}`,
    values: {
      ...listingValues(listing),
      headline: 'Open house',
      event_date,
      event_time,
      back_title: 'Come in, look around, stay a while.',
      description,
    },
    targeting: 'map',
    postage: 'first_class',
    town: listing.town,
    counts,
    metaData: metaData(listing, 'open house'),
  };
}

function justSoldEdition(
  listing: Listing,
  result: string,
  description: string,
  counts: Edition['counts'],
): Edition {
  return {
    template: justSold,
    name: `Just sold — ${listing.address}`,
    values: {
      ...listingValues(listing),
      headline: 'Just sold',
      result,
      back_title: 'Wondering what yours is worth?',
      description,
    },
    targeting: 'csv',
    postage: 'first_class',
    town: listing.town,
    counts,
    metaData: metaData(listing, 'just sold'),
  };
}

const SUNDAY = 0;
const SATURDAY = 6;

export const brightwater = (dates: SeedDates): SeedCustomer => ({
  email: 'office@brightwater.example',
  creditCents: 12_000,
  sender: createAddress(TOWNS.forestHills, 'Brightwater Realty', formatAgentName(DANA), '210 Austin Street'),
  agent: {
    first_name: DANA.first,
    last_name: DANA.last,
    license_number: '10401299871',
    cell_phone: DANA.phone,
    landline: '(718) 555-0140',
    email: 'dana@brightwater.example',
    photo: null,
  },
  editions: [
    justListedEdition(
      MAPLE,
      ['3', '2', '1,840'],
      'A corner-lot Tudor with its original oak floors, a kitchen redone last spring, and a garden that gets the afternoon sun.',
      [1326, 480],
    ),
    justListedEdition(
      CROMWELL,
      ['4', '2½', '2,310'],
      'A center-hall colonial on the quiet side of the crescent, with a study over the garage and two fireplaces that draw.',
      [905, 1640],
    ),
    justListedEdition(
      BELL,
      ['3', '1½', '1,560'],
      'Bright rooms, a new roof, and a ten-minute walk to the train. The pear tree in the yard is older than the house.',
      [760],
    ),
    openHouseEdition(
      HARBOR,
      dates.weekday(SUNDAY, 9),
      '2 to 4 pm',
      'Four bedrooms, a porch wide enough for a swing, and the school at the end of the street. See it with the lamps lit.',
      [640, 1120],
    ),
    openHouseEdition(
      LAWRENCE,
      dates.weekday(SATURDAY, 12),
      '11 am to 1 pm',
      'Five bedrooms on a double lot, a kitchen for a large family, and a workshop in the yard with its own door.',
      [512],
    ),
    justSoldEdition(
      HARBOR,
      'in eleven days',
      'Nine families looked at this house. One of them is your new neighbor; the other eight are still looking. Ask me what they would pay.',
      [900, 350],
    ),
    justSoldEdition(
      JUNO,
      'over the asking price',
      'Four offers came in the first weekend. If you have ever been curious about yours, this is a good month to find out.',
      [435],
    ),
  ],
});
