import { getContainer } from '../../../../lib/server/container-handle.ts';

export const dynamic = 'force-dynamic';

/** The player frame of one application. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ template: string; app: string }> },
): Promise<Response> {
  return getContainer().frame(request, await params);
}
