import { handleProxy } from '#lib/proxy/handle.ts';

// All methods, so that unsupported ones get the proxy's own error format too.
export {
  handleProxy as DELETE,
  handleProxy as GET,
  handleProxy as HEAD,
  handleProxy as OPTIONS,
  handleProxy as PATCH,
  handleProxy as POST,
  handleProxy as PUT,
};
