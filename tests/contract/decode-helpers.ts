import type { OperationName } from '#lib/contract/operations.ts';
import { decodeRequest, type Pair } from '#lib/contract/wire.ts';

export const NOT_A_FIELD = 'is not a valid field for this operation';

export const formPairs = (encoded: string): Pair[] => [...new URLSearchParams(encoded)];
export const decodeQuery = (name: OperationName, query: string, params = {}) =>
  decodeRequest(name, { params, query: formPairs(query), form: [] });
export const decodeForm = (name: OperationName, form: string, params: Record<string, string> = { id: '1' }) =>
  decodeRequest(name, { params, query: [], form: formPairs(form) });
export const decodeListQuery = (query: string) => decodeQuery('listCampaigns', query);
