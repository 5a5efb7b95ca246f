import { handleProxy } from '#lib/proxy/handle.ts';

// Every method is exported, so that requests with unsupported methods get an error in the proxy's format.
export {
  handleProxy as DELETE,
  handleProxy as GET,
  handleProxy as HEAD,
  handleProxy as OPTIONS,
  handleProxy as PATCH,
  handleProxy as POST,
  handleProxy as PUT,
};
