import { getContainer } from '../../../lib/server/container-handle.ts';

export const dynamic = 'force-dynamic';

/** No application is named, so nobody is known who may frame it: says so. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ template: string }> },
): Promise<Response> {
  return getContainer().frame(request, { template: (await params).template, app: null });
}
