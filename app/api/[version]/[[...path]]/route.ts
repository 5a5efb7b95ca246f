import { handleProxy } from '#lib/proxy/handle.ts';

// Exports every method, so that unsupported ones also get the proxy's error format.
export {
  handleProxy as DELETE,
  handleProxy as GET,
  handleProxy as HEAD,
  handleProxy as OPTIONS,
  handleProxy as PATCH,
  handleProxy as POST,
  handleProxy as PUT,
};
