import { handleProxy } from '#lib/proxy/handle.ts';

// All methods are exported, so that unsupported methods also get errors in the proxy's format.
export {
  handleProxy as DELETE,
  handleProxy as GET,
  handleProxy as HEAD,
  handleProxy as OPTIONS,
  handleProxy as PATCH,
  handleProxy as POST,
  handleProxy as PUT,
};
