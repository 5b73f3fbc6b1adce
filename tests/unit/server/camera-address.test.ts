import { expect } from 'expect';
import { describe, it } from 'vitest';
import { parseCameraUrl } from '../../../lib/media/net/camera-url.ts';
import { readCameraUrl } from '../../../lib/server/cli/camera-url-input.ts';
import { describeError } from '../../../lib/server/cli/describe-error.ts';

const secret = 'canary';

describe('a camera address on the command line', () => {
  const input = { read: async () => '', prompt: async () => `rtsp://admin:${secret}?w@cam.local/live\n` };
  const reasonOf = (argument: string) =>
    readCameraUrl(argument, 'Address', input).then(
      () => null,
      ({ code, message }: { code: string; message: string }) => ({ code, message }),
    );

  it.each([
    [`rtsp://admin:${secret}@cam.local/live`, null],
    [`rtsp://admin:P@${secret}?w{1}@cam.local/live`, '?'],
    [`rtsp://admin:12/${secret}@cam.local/live`, '/'],
    [`rtsp://admin:12#${secret}@10.0.0.1/live`, '#'],
    [`http://admin:12/${secret}@cam.local/onvif`, '/'],
  ])('may have no login: %s', async (argument, character) => {
    const refusal = await reasonOf(argument);
    expect(refusal).toMatchObject({ code: 'cli.usage' });
    expect(refusal!.message).toContain('Give the address without it, and --username');
    expect(refusal!.message).not.toContain(secret);
    expect(refusal!.message.includes(`its "${character}" would have to be written as`)).toBe(
      character !== null,
    );
  });

  it.each(['rtsp://10.0.0.1:554/live:1@main', 'rtsp://cam.local/live@main', 'rtsp://cam.local/live'])(
    'may have an "@" in its path: %s',
    async (argument) => {
      expect(await readCameraUrl(argument, 'Address', input)).toBe(argument);
    },
  );

  it('from a prompt may have a login; a character that must be encoded is named, and nothing else of it', async () => {
    const parsed = parseCameraUrl(await readCameraUrl('-', 'Address', input));
    if (parsed.ok) throw new Error('accepted');
    const { code: reason, ...rest } = parsed.error;
    const text = (profile: string) => describeError('camera.badUrl', '', { reason, profile, ...rest }, null);
    expect(text('main')).toBe(
      'The camera address is invalid: the user name or password has "?"; write it as %3F, or give the address without user name and password, and --username. An "@" in the path is written as %40',
    );
    expect(text('onvif')).toContain('and --onvif-user.');
  });
});
