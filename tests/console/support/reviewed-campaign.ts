/** A service with one campaign, every field of which is a word that can be found again. */
import sharp from 'sharp';
import { json, type Recorder } from './recorder.ts';

/** Characters that no encoding of a page changes. */
const canary = (name: string) => `canary-${name}-7f3a`;

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');

const block = {
  price_calculation: '2 × $1.50',
  price: '$3.00',
  credit: canary('credit'),
  already_paid: canary('already-paid'),
  to_be_paid: canary('to-be-paid'),
  to_be_paid_amount: 3,
};

const envelope = (who: string) => ({
  name: `${who} Reader`,
  company: `${who} & Co.`,
  address_line1: `1 ${who} Street`,
  address_city: 'Beacon',
  address_state: 'NY',
  address_zip: '12508',
});

export interface ShownCampaign {
  /** As it is answered. Tests change it. */
  campaign: Record<string, unknown>;
  checkout: Record<string, unknown>;
  /** Bytes by path: what the service serves besides its interface. */
  readonly files: Map<string, Buffer>;
  readonly addresses: readonly Record<string, unknown>[];
  /** Something to do before the next answer to this kind of request. */
  before: { campaign?: () => Promise<unknown>; file?: () => Promise<unknown> };
}

/** Makes the service answer with it from now on. */
export async function showCampaign(service: Recorder, id: number): Promise<ShownCampaign> {
  const at = (file: string) => `${service.origin}/kept/${file}?signature=${canary('signature')}`;
  const png = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#b0d0e0' } })
    .png()
    .toBuffer();
  const addresses = ['Ann', 'Bob'].map(envelope);
  const shown: ShownCampaign = {
    addresses,
    campaign: {
      id,
      template_id: 5,
      status: 'draft',
      price: canary('price'),
      postage_class: canary('postage'),
      recipient_count: 2,
      property_filter: { beds: canary('filter') },
      send_copy_to_sender: false,
      size: 'postcard_4x6',
      proof: at('proof.pdf'),
      thumbnails: [at('front.png'), at('back.png')],
      designs: [at('front.html'), at('back.html')],
      expected_delivery_date: '2031-01-02',
      created_at: '2031-01-03T00:00:00Z',
      updated_at: '2031-01-04T00:00:00Z',
      exposed_addresses: addresses.map((address) => ({
        ...address,
        address_country: canary('country'),
        variables: { first: canary('variable') },
        unknown: canary('unknown'),
      })),
      sender: { name: canary('sender') },
      meta_data: { order: 'PO-1' },
      unknown: canary('unknown'),
    },
    checkout: {
      send_copy_to_sender: false,
      thumbnails: [at('front.png')],
      proof: at('proof.pdf'),
      without_sender: block,
      with_sender: { ...block, price: canary('with-sender') },
    },
    files: new Map([
      ['/kept/proof.pdf', PDF],
      ['/kept/front.png', png],
      ['/kept/back.png', png],
      ['/kept/front.html', Buffer.from('<p>front')],
      ['/kept/back.html', Buffer.from('<p>back')],
    ]),
    before: {},
  };
  service.answer(async ({ url }, response) => {
    const { pathname } = new URL(url, service.origin);
    const file = shown.files.get(pathname);
    if (file) {
      await shown.before.file?.();
      return response.end(file);
    }
    if (pathname === '/v1/templates') {
      const items = [{ id: 5, name: 'Open house', description: canary('template'), designs: [] }];
      return json(response, { items, current_page: 1, total_count: 1, total_pages: 1 });
    }
    if (pathname === `/v1/campaigns/${id}/checkout`) return json(response, shown.checkout);
    if (pathname !== `/v1/campaigns/${id}`) return json(response, { error: { code: 'not_found' } }, 404);
    await shown.before.campaign?.();
    return json(response, shown.campaign);
  });
  return shown;
}
