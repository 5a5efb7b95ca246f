/** Types for the schema's columns, except for columns with plain text or numbers. */

export type ArtworkState = 'waiting' | 'rendered' | 'failed';

export type TargetingMethod = 'map' | 'csv';

/** The column that a bitmap's positions refer to: campaigns.id ('id') or campaigns.sent_number ('sent'). */
export type SortKey = 'id' | 'sent';

export type ChargeKind = 'payment_page' | 'token' | 'credit' | 'invoice';

/** An address (2.3) with all eight fields. `variables` contains the recipient's values for placeholders. */
export interface StoredAddress {
  readonly name: string;
  readonly company: string;
  readonly address_line1: string;
  readonly address_city: string;
  readonly address_state: string;
  readonly address_zip: string;
  readonly address_country: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** A v2 campaign's agent (2.4). */
export interface StoredAgent {
  readonly first_name: string;
  readonly last_name: string;
  readonly license_number: string;
  readonly cell_phone: string;
  readonly landline: string;
  readonly email: string;
  readonly photo: string | null;
}

/** A v2 campaign's targeting_center (2.4). The coordinates are the longitude and the latitude. */
export interface StoredTargetingCenter {
  readonly coordinates: readonly [number, number];
  readonly postcard_count: number;
  readonly address: string;
}
