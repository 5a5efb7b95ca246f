/**
 * Lists an operation's query and form fields for the API description. The field names are the same as in
 * requests.
 */
import { z } from 'zod';
import { isLiteralList } from '../pairs.ts';
import type { Schema } from './document.ts';
import { inputSchema } from './schemas.ts';

export interface WireField {
  /** The name with brackets, such as `sent_at[from]`, `designs[]`, or `meta_data[][key]`. */
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  /** Whether a request repeats the field for each value. */
  readonly isList: boolean;
}

export function wireFields(shape: z.ZodObject): WireField[] {
  return Object.entries(shape.shape).flatMap(([key, field]) => listWireFields(key, field as z.ZodType, true));
}

function listWireFields(name: string, field: z.ZodType, required: boolean): WireField[] {
  if (field instanceof z.ZodOptional) return listWireFields(name, field.unwrap() as z.ZodType, false);
  if (field instanceof z.ZodObject) {
    return Object.entries(field.shape).flatMap(([key, inner]) =>
      listWireFields(`${name}[${key}]`, inner as z.ZodType, required),
    );
  }
  if (!(field instanceof z.ZodArray)) return [{ name, required, schema: inputSchema(field), isList: false }];
  const item = field.element as z.ZodType;
  if (item instanceof z.ZodObject) {
    const { minItems, maxItems } = inputSchema(field);
    return Object.entries(item.shape).map(([part, inner]) => {
      const { description, ...items } = inputSchema(inner as z.ZodType);
      const schema = {
        ...(description !== undefined && { description }),
        type: 'array',
        items,
        minItems,
        maxItems,
      } as const;
      return { name: `${name}[][${part}]`, required, schema, isList: true };
    });
  }
  const wireName = isLiteralList(name) ? name : `${name}[]`;
  return [{ name: wireName, required, schema: inputSchema(field), isList: true }];
}
