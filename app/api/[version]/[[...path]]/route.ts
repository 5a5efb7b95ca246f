import { handleProxy } from '#lib/proxy/handle.ts';

// Every method is exported, so that even requests with an unsupported method get an error in the proxy's
// format.
export {
  handleProxy as DELETE,
  handleProxy as GET,
  handleProxy as HEAD,
  handleProxy as OPTIONS,
  handleProxy as PATCH,
  handleProxy as POST,
  handleProxy as PUT,
};
