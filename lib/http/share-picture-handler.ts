/** `/s/<code>/picture.jpg`: what previews of a share link show. */
const address = /^\/s\/([0-9A-Za-z-]{16,24})\/picture\.jpg$/;

/** Null: the path is no such address. */
export const sharedCodeOf = (pathname: string): string | null => address.exec(pathname)?.[1] ?? null;

const headers = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive, nosnippet, noimageindex',
} as const;

/** 404, always the same, for every link that has no picture: unknown, ended, with a PIN, or of an encrypted camera. */
export const sharePictureHandler =
  <View>({
    viewOf,
    take,
    clientAddress,
  }: {
    readonly viewOf: (code: string, clientAddress: string) => Promise<View | null>;
    readonly take: (view: View) => Promise<Uint8Array | null>;
    readonly clientAddress: (request: Request) => string;
  }) =>
  async (request: Request, code: string): Promise<Response> => {
    const view = await viewOf(code, clientAddress(request));
    const picture = view && (await take(view));
    if (!picture) return new Response(null, { status: 404, headers });
    return new Response(new Uint8Array(picture), { headers: { ...headers, 'content-type': 'image/jpeg' } });
  };
