import { handleProxy } from '#lib/proxy/handle.ts';

// Every method, so that also what is not admitted gets an answer in the proxy's own shape.
export {
  handleProxy as DELETE,
  handleProxy as GET,
  handleProxy as HEAD,
  handleProxy as OPTIONS,
  handleProxy as PATCH,
  handleProxy as POST,
  handleProxy as PUT,
};
