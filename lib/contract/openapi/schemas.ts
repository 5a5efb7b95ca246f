/** The resources as JSON Schema, by name, from the zod shapes that read them. */
import { z } from 'zod';
import {
  address,
  campaign,
  campaignPage,
  campaignV2,
  checkout,
  customer,
  customerPage,
  designFile,
  documented,
  payLink,
  preview,
  priceBlock,
  qrCode,
  template,
  templatePage,
} from '../resources.ts';
import type { Reference, Schema } from './document.ts';

const named = z.registry<{ id: string }>();
const NAMES = {
  Customer: customer,
  CustomerPage: customerPage,
  Template: template,
  TemplatePage: templatePage,
  Campaign: campaign,
  CampaignPage: campaignPage,
  Address: address,
  Checkout: checkout,
  PriceBlock: priceBlock,
  PayLink: payLink,
  Preview: preview,
  CampaignV2: campaignV2,
  Design: designFile,
  QrCode: qrCode,
};
for (const [id, shape] of Object.entries(NAMES)) named.add(shape, { id });

const uri = (id: string) => `#/components/schemas/${id}`;

/**
 * @param nullable whether what has no value is null (a service's answer) or not there at all (what was read of one)
 */
export function resourceSchemas(nullable: boolean): Record<string, Schema> {
  const { schemas } = z.toJSONSchema(named, {
    uri,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodCatch) describeTolerant(zodSchema, jsonSchema, nullable);
      // Whoever reads an answer has to expect fields that were added since.
      if (zodSchema instanceof z.ZodObject) delete jsonSchema.additionalProperties;
      if (zodSchema instanceof z.ZodRecord) delete jsonSchema.propertyNames;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema as Schema]),
  );
}

/** A field that is read as nothing where it is of another type: what is promised is the type that is documented. */
function describeTolerant(zodSchema: z.ZodCatch, json: Schema, nullable: boolean): void {
  delete json.default;
  const said = documented.get(zodSchema);
  if (said) {
    delete json.anyOf;
    delete json.propertyNames;
    Object.assign(json, said);
  }
  if (!nullable || !(zodSchema.def.innerType instanceof z.ZodOptional)) return;
  if (json.$ref !== undefined) {
    json.anyOf = [{ $ref: json.$ref }, { type: 'null' }];
    delete json.$ref;
  } else if (typeof json.type === 'string') json.type = [json.type, 'null'];
}

/** A named resource where it stands for itself. */
export function referTo(shape: z.ZodType): Reference {
  const id = named.get(shape)?.id;
  if (id === undefined)
    throw new Error('A resource that operations answer has no name: give it one in NAMES.');
  return { $ref: uri(id) };
}

/** An input as JSON Schema. Formats stand for themselves: their patterns are long, and no clearer. */
export function inputSchema(shape: z.ZodType): Schema {
  const { $schema, ...schema } = z.toJSONSchema(shape, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  return schema as Schema;
}
