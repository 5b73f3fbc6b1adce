import { describe, expect, it } from '@jest/globals';
import { AppError } from '../../../lib/kernel/app-error.ts';
import { createLogger } from '../../../lib/server/logging.ts';

const canary = 'Canary7f3aQx91';
const longToken = 'kJ3x9QmZ0vTq8WbN5yRc2LhF7sDp4GaE1uXoVi6tHzM';

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  const log = createLogger('debug', {
    write: (line: string) => {
      text += line;
    },
  });
  write(log);
  return text;
}

describe('the log', () => {
  it.each<[string, Record<string, unknown>]>([
    ['a password', { password: canary }],
    ['a password of a camera', { source: { spec: { url: 'rtsp://10.0.0.1/', password: canary } } }],
    ['a secret of an application', { appSecret: canary }],
    ['an access token', { accessToken: canary }],
    ['a ticket', { ticket: canary }],
    ['headers', { headers: { authorization: `Bearer ${canary}`, cookie: `sid=${canary}` } }],
    ['a verification code', { validCode: canary }],
    ['a setup code', { setupCode: canary }],
    ['credentials in an address', { url: `rtsp://admin:${canary}@10.0.0.1:554/main` }],
    ['the verification code of a device address', { url: `ezopen://${canary}@open.ys7.com/C1/1.live` }],
    ['a query', { path: `/x?accessToken=${canary}&y=1` }],
    ['a form', { body: `appKey=k&appSecret=${canary}` }],
    ['a document as text', { body: `{"token":"${canary}","x":1}` }],
    ['an error', { err: new Error(`401 for rtsp://admin:${canary}@10.0.0.1/`) }],
    ['the cause of an error', { err: new Error('x', { cause: new Error(`Bearer ${canary}`) }) }],
    ['details of an error', { err: new AppError('x', 'y', { password: canary }) }],
    ['a list', { tried: [{ password: canary }, `token=${canary}`] }],
    ['a map', { found: new Map([['a', { secret: canary }]]) }],
    [
      'a token of ours by its look',
      { note: `got ${longToken} from it`.replace(longToken, longToken + canary) },
    ],
    ['bytes', { key: Buffer.from(canary) }],
  ])('hides %s', (_, fields) => {
    const text = logged((log) => log.warn(fields, 'something happened'));
    expect(text).toContain('something happened');
    expect(text).not.toContain(canary);
  });

  it('hides secrets in the sentence and in fields of a child as well', () => {
    const text = logged((log) => log.child({ token: canary }).error({}, `refused Bearer ${canary}`));
    expect(text).toContain('refused');
    expect(text).not.toContain(canary);
  });

  it('keeps what is no secret', () => {
    const fields = {
      code: '10002',
      hasPassword: true,
      tokens: 3,
      grantId: '0199c2f8a9e37d5b8f1e2c3d4a5b6c7d',
      serial: 'DEMO00001',
      sha: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    };
    const line = JSON.parse(logged((log) => log.info(fields, 'kept')));
    expect(line).toMatchObject({ ...fields, level: 'info', msg: 'kept' });
  });

  it('survives what cannot be printed', () => {
    const loop: Record<string, unknown> = { deep: {} };
    loop['deep'] = { again: loop };
    const text = logged((log) => log.info({ loop, big: 10n, run: () => 1, nothing: undefined }, 'odd'));
    expect(text).toContain('odd');
  });
});
