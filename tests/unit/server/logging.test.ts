import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { AppError } from '../../../lib/kernel/app-error.ts';
import { createLogger } from '../../../lib/server/logging.ts';
import { redactText } from '../../../lib/server/redact.ts';
import { issueSetupCode } from '../../../lib/server/setup-code.ts';

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
    ['a token by its pattern', { note: `got ${longToken} from it`.replace(longToken, longToken + canary) }],
    ['bytes', { key: Buffer.from(canary) }],
    ['a password with an @', { url: `rtsp://admin:p@${canary}@10.0.0.1/main` }],
    ['a password with a slash', { url: `postgres://oriel:p/${canary}@db/oriel` }],
    ['a password in a query', { url: `rtsp://10.0.0.1/?channel=1&psw=${canary}` }],
    ['a password in a path', { url: `rtsp://10.0.0.1/user=admin_password=${canary}_channel=1.sdp` }],
    ['a password behind a semicolon', { url: `rtsp://10.0.0.1/live;pass=${canary}` }],
    ['a short header', { line: `Authorization: Basic ${canary.slice(0, 3)}|${canary}` }],
    ['all of a header', { head: `DESCRIBE\r\nAuthorization: Digest username="u", response="${canary}"\r\n` }],
    ['all cookies', { head: `Cookie: a=b; c=${canary}` }],
    ['a field named psw', { psw: canary, pass: canary }],
    [
      'a secret that a cut would halve',
      { long: `${'a '.repeat(2_040)}rtsp://u:${canary}0123456789@10.0.0.1/` },
    ],
  ])('hides %s', (_, fields) => {
    const text = logged((log) => log.warn(fields, 'something happened'));
    expect(text).toContain('something happened');
    expect(text).not.toContain(canary);
  });

  it('hides secrets in messages and in fields of child loggers', () => {
    const text = logged((log) => log.child({ token: canary }).error({}, `refused Bearer ${canary}`));
    expect(text).toContain('refused');
    expect(text).not.toContain(canary);
  });

  it('hides a setup code in a message', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'oriel-log-'));
    try {
      await mkdir(join(folder, 'secrets'));
      const { code } = await issueSetupCode(folder, 0);
      const text = logged((log) =>
        log.info({ note: `try ${code}, or ${code.toLowerCase()}` }, `it is ${code}.`),
      );
      expect(text.toUpperCase()).not.toContain(code);
      expect(text).toContain('or [redacted]');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('hides the shortest value of a header', () => {
    expect(redactText('Authorization: Basic x')).toBe('Authorization: [redacted]');
  });

  it.each(['s', 'e', 't'])(
    'hides the code in the address of a link for people without an account, /%s',
    (kind) => {
      expect(redactText(`GET https://video.example.com/${kind}/7K3QW9M2TZ4XA5BC?a=1`)).toBe(
        `GET https://video.example.com/${kind}/[redacted]?a=1`,
      );
    },
  );

  it('keeps what helps to find a failure', () => {
    for (const text of [
      'rtsp://10.0.0.1:554/main?channel=1 answers 404',
      'https://shop.example/find?mail=a@b',
      '0199c2f8-a9e3-7d5b-8f1e-2c3d4a5b6c7d',
      'passed the compass: north',
    ]) {
      expect(redactText(text)).toBe(text);
    }
  });

  it('truncates long texts', () => {
    const text = redactText('word '.repeat(10_000));
    expect(text.length).toBeLessThan(4_200);
    expect(text).toMatch(/word… \[cut\]$/);
    expect(redactText('x'.repeat(10_000))).toBe('… [cut]');
  });

  it.each(['a-', 'a', '1a', 'a://', 'a:', '@', 'token="', "token='", 'token ', 'bearer ', 'Cookie', 'ABCD-'])(
    'logs %j in bounded time, repeatedly',
    (piece) => {
      const text = piece.repeat(2_000_000 / piece.length);
      expect(redactText(text).length).toBeLessThan(text.length / 100);
      // Texts below the length limit are searched completely, and must be fast too.
      for (let round = 0; round < 50; round += 1) redactText(`${piece.repeat(4_000 / piece.length)} end`);
    },
  );

  it('keeps what is not secret', () => {
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

  it('survives values that cannot be printed', () => {
    const loop: Record<string, unknown> = { deep: {} };
    loop.deep = { again: loop };
    const text = logged((log) => log.info({ loop, big: 10n, run: () => 1, nothing: undefined }, 'odd'));
    expect(text).toContain('odd');
  });
});
