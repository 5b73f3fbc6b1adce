import { expect } from 'expect';
import { describe, it } from 'vitest';
import { oembedAnswer } from '../../lib/http/oembed-handler.ts';

const origin = 'https://video.example.com';
const code = '7K3QW9M2TZ4XA5BC';
const ask = async (query: Record<string, string>) => {
  const answer = oembedAnswer(new URL(`/oembed?${new URLSearchParams(query)}`, origin), origin);
  return { status: answer.status, body: await answer.json() };
};

describe('oEmbed', () => {
  it.each([`/s/${code}`, `/e/${code}`])(
    'answers %s with an iframe, and nothing about the link',
    async (path) => {
      const { status, body } = await ask({ url: `${origin}${path}`, format: 'json' });
      expect(status).toBe(200);
      expect(body).toEqual({
        ...{ version: '1.0', type: 'video', title: 'Oriel', provider_name: 'Oriel', provider_url: origin },
        ...{ width: 640, height: 360 },
        html: expect.stringMatching(
          new RegExp(`^<iframe src="${origin}/e/${code}" width="640" height="360" [^<>]*></iframe>$`),
        ),
      });
    },
  );

  it.each([
    [{ maxwidth: '320' }, [320, 180]],
    [{ maxheight: '90' }, [160, 90]],
    [{ maxwidth: '5000', maxheight: '5000' }, [640, 360]],
    [{ maxwidth: '-1', maxheight: 'x' }, [640, 360]],
  ])('keeps within %j', async (limits, size) => {
    const { body } = await ask({ url: `${origin}/s/${code}`, ...limits });
    expect([body.width, body.height]).toEqual(size);
  });

  it.each([
    'https://other.example.com/s/7K3QW9M2TZ4XA5BC',
    `${origin}.evil.example/s/${code}`,
    `${origin}/s/${code}/more`,
    `${origin}/s/${code}"onload="alert(1)`,
    `${origin}/share#${code}`,
    `${origin}/s/short`,
    '',
  ])('knows no %j', async (url) => {
    expect((await ask({ url })).status).toBe(404);
  });

  it('has no XML', async () => {
    expect((await ask({ url: `${origin}/s/${code}`, format: 'xml' })).status).toBe(501);
  });
});
