import { getContainer } from '../../../../lib/server/container-handle.ts';

export const dynamic = 'force-dynamic';
export const runtime = 'nodejs';

/** Every method goes to the handler, which answers wrong ones in the envelope that callers expect. */
const handle = (request: Request): Promise<Response> => getContainer().lapp(request);

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
