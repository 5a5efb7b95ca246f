/** Converts the resources' zod schemas to named JSON Schemas. */
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
 * @param nullable true if fields without a value are null, as in the service's responses, or false if they are
 * omitted, as in the proxy's responses
 */
export function resourceSchemas(nullable: boolean): Record<string, Schema> {
  const { schemas } = z.toJSONSchema(named, {
    uri,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodCatch) describeTolerant(zodSchema, jsonSchema, nullable);
      // Allow unknown fields, because later versions may add fields.
      if (zodSchema instanceof z.ZodObject) delete jsonSchema.additionalProperties;
      if (zodSchema instanceof z.ZodRecord) delete jsonSchema.propertyNames;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema as Schema]),
  );
}

/** Describes a field by its documented type, even if it also accepts other types. */
function describeTolerant(zodSchema: z.ZodCatch, json: Schema, nullable: boolean): void {
  delete json.default;
  const documentedType = documented.get(zodSchema);
  if (documentedType) {
    delete json.anyOf;
    delete json.propertyNames;
    Object.assign(json, documentedType);
  }
  if (!nullable || !(zodSchema.def.innerType instanceof z.ZodOptional)) return;
  if (json.$ref !== undefined) {
    json.anyOf = [{ $ref: json.$ref }, { type: 'null' }];
    delete json.$ref;
  } else if (typeof json.type === 'string') json.type = [json.type, 'null'];
}

/** Returns a reference to a named resource. */
export function referenceTo(shape: z.ZodType): Reference {
  const id = named.get(shape)?.id;
  if (id === undefined)
    throw new Error('An operation returns a resource that has no name. Add the resource to NAMES.');
  return { $ref: uri(id) };
}

/** The pattern for text fields that don't have their own pattern. PostgreSQL can't store NUL characters. */
const TEXT_PATTERN = '^[^\\u0000]*$';

/** Converts an input to JSON Schema. */
export function inputSchema(shape: z.ZodType): Schema {
  const { $schema, ...schema } = z.toJSONSchema(shape, {
    io: 'input',
    override: ({ jsonSchema }) => {
      // A field that has a format keeps its pattern, because the format alone would allow more values.
      if (jsonSchema.type === 'string' && !jsonSchema.enum) jsonSchema.pattern ??= TEXT_PATTERN;
    },
  });
  return schema as Schema;
}
