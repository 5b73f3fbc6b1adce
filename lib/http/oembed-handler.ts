/**
 * oEmbed (https://oembed.com), for editors and messengers that turn a pasted share link into an iframe. The answer is
 * made of the address alone, so it is the same for links that exist and for others: the iframe itself shows what may be
 * shown.
 */
export const oembedPath = '/oembed';

const defaultSize = { width: 640, height: 360 };
const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** `selfOrigin`: of this server as browsers see it. 404 for other addresses, 501 for other formats. */
export function oembedAnswer(url: URL, selfOrigin: string): Response {
  // Answers contain nothing of a user, so pages of every origin may read them.
  const headers = { ...json, 'access-control-allow-origin': '*' };
  const refuse = (status: number, error: string) =>
    new Response(JSON.stringify({ error }), { status, headers });
  if ((url.searchParams.get('format') ?? 'json') !== 'json') return refuse(501, 'Only format=json');
  const wanted = url.searchParams.get('url') ?? '';
  const code = wanted.startsWith(`${selfOrigin}/`)
    ? /^\/[se]\/([0-9A-Za-z-]{16,24})$/.exec(wanted.slice(selfOrigin.length))?.[1]
    : undefined;
  if (code === undefined) return refuse(404, 'No share link of this server');
  const { width, height } = sizeWithin(limitOf(url, 'maxwidth'), limitOf(url, 'maxheight'));
  const html = `<iframe src="${selfOrigin}/e/${code}" width="${width}" height="${height}" style="border:0" allow="autoplay; fullscreen; picture-in-picture" referrerpolicy="no-referrer" title="Oriel"></iframe>`;
  return new Response(
    JSON.stringify({
      ...{ version: '1.0', type: 'video', title: 'Oriel', provider_name: 'Oriel', provider_url: selfOrigin },
      ...{ width, height, html },
    }),
    { headers },
  );
}

function limitOf(url: URL, name: string): number {
  const limit = Number(url.searchParams.get(name));
  return Number.isInteger(limit) && limit > 0 ? limit : Number.POSITIVE_INFINITY;
}

/** Of 16:9. */
function sizeWithin(maxWidth: number, maxHeight: number) {
  const scale = Math.min(1, maxWidth / defaultSize.width, maxHeight / defaultSize.height);
  return {
    width: Math.max(1, Math.floor(defaultSize.width * scale)),
    height: Math.max(1, Math.floor(defaultSize.height * scale)),
  };
}
