/**
 * A mail service with one campaign. Most fields of the campaign contain a canary string, so that tests can
 * detect leaks.
 */
import sharp from 'sharp';
import { type Recorder, respondJson } from './recorder.ts';

/** Creates a canary string from characters that don't need escaping in HTML, JSON, or URLs. */
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

const mailingAddress = (firstName: string) => ({
  name: `${firstName} Reader`,
  company: `${firstName} & Co.`,
  address_line1: `1 ${firstName} Street`,
  address_city: 'Beacon',
  address_state: 'NY',
  address_zip: '12508',
});

export interface ReviewedCampaign {
  /** The campaign in the service's response. Tests can change it. */
  campaign: Record<string, unknown>;
  checkout: Record<string, unknown>;
  /** The service's files by path. */
  readonly files: Map<string, Buffer>;
  readonly addresses: readonly Record<string, unknown>[];
  /** Callbacks that run before each response, by kind of request. */
  beforeResponse: { campaign?: () => Promise<unknown>; file?: () => Promise<unknown> };
}

/** Makes the service return only the reviewed campaign. */
export async function setUpReviewedCampaign(service: Recorder, id: number): Promise<ReviewedCampaign> {
  const signedUrl = (file: string) => `${service.origin}/kept/${file}?signature=${canary('signature')}`;
  const png = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#b0d0e0' } })
    .png()
    .toBuffer();
  const addresses = ['Ann', 'Bob'].map(mailingAddress);
  const reviewed: ReviewedCampaign = {
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
      proof: signedUrl('proof.pdf'),
      thumbnails: [signedUrl('front.png'), signedUrl('back.png')],
      designs: [signedUrl('front.html'), signedUrl('back.html')],
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
      thumbnails: [signedUrl('front.png')],
      proof: signedUrl('proof.pdf'),
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
    beforeResponse: {},
  };
  service.respondWith(async ({ url }, response) => {
    const { pathname } = new URL(url, service.origin);
    const file = reviewed.files.get(pathname);
    if (file) {
      await reviewed.beforeResponse.file?.();
      return response.end(file);
    }
    if (pathname === '/v1/templates') {
      const items = [{ id: 5, name: 'Open house', description: canary('template'), designs: [] }];
      return respondJson(response, { items, current_page: 1, total_count: 1, total_pages: 1 });
    }
    if (pathname === `/v1/campaigns/${id}/checkout`) return respondJson(response, reviewed.checkout);
    if (pathname !== `/v1/campaigns/${id}`)
      return respondJson(response, { error: { code: 'not_found' } }, 404);
    await reviewed.beforeResponse.campaign?.();
    return respondJson(response, reviewed.campaign);
  });
  return reviewed;
}
