import type { OperationName } from '#lib/contract/operations.ts';
import { decode, type Pair } from '#lib/contract/wire.ts';

export const NOT_A_FIELD = 'is not a field of this operation';

export const pairs = (encoded: string): Pair[] => [...new URLSearchParams(encoded)];
export const ofQuery = (name: OperationName, query: string, params = {}) =>
  decode(name, { params, query: pairs(query), form: [] });
export const ofForm = (name: OperationName, form: string, params: Record<string, string> = { id: '1' }) =>
  decode(name, { params, query: [], form: pairs(form) });
export const list = (query: string) => ofQuery('listCampaigns', query);
