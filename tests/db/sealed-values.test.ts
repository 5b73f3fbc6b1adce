import { randomBytes } from 'node:crypto';
import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { webhookSealContext } from '../../lib/domain/alarms/webhook-secret.ts';
import { systemEntropy } from '../../lib/domain/crypto/entropy.ts';
import { Sealer } from '../../lib/domain/crypto/seal.ts';
import { totpSealContext } from '../../lib/domain/identity/totp.ts';
import { findMissingKeys, resealValues } from '../../lib/domain/operations/sealed-values.ts';
import { settingSealContext } from '../../lib/domain/settings/settings.ts';
import { operatorScope } from '../../lib/domain/tenancy/operator-scope.ts';
import { type TestConsole, testConsole } from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';

const newKey = (kid: string) => ({ kid, key: randomBytes(32) });

describe.each(engines)('encrypted values on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let app: TestConsole;
  const used = newKey('aaaa1111');

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());

  /** One value of each kind. */
  beforeEach(async () => {
    database = await bench.open();
    const secrets = { masterKey: used, mediaKeys: [newKey('m')], sessionKeys: [newKey('s')] };
    app = await testConsole(database, { secrets });
    const sealer = new Sealer(secrets, systemEntropy);
    await app.operator.run('camera.add', {
      serial: 'SEALED001',
      name: 'sealed',
      main: { kind: 'rtsp', url: 'rtsp://192.168.1.20/1', username: 'u', password: 'p' },
      validCode: 'ABCDEF',
      isEncrypted: true,
      onvif: { url: 'http://192.168.1.20/onvif' },
    });
    const { db } = database;
    const { userId } = await app.signIn();
    const totp = sealer.seal(totpSealContext({ tenantId: 'default', id: userId }), 'totp');
    await db.updateTable('user').set({ totpSealed: totp }).where('id', '=', userId).execute();
    const key = 'sys.account.captchaEnabled';
    await db
      .updateTable('setting')
      .set({ valueType: 'secret', configValue: sealer.seal(settingSealContext(operatorScope, key), 'text') })
      .where('configKey', '=', key)
      .execute();
    const id = 'f'.repeat(32);
    const secretSealed = sealer.seal(webhookSealContext(operatorScope, id), 'secret');
    const by = { createdBy: '', createdAt: 1, updatedBy: '', updatedAt: 1, version: 1 };
    await db
      .insertInto('webhook')
      .values({
        id,
        tenantId: 'default',
        name: 'w',
        url: 'http://a/',
        secretSealed,
        kinds: '[]',
        status: '0',
        ...by,
      })
      .execute();
  });

  const oneOfEach = new Map([
    ['webhook secrets', 1],
    ['camera addresses', 1],
    ['ONVIF addresses', 1],
    ['verification codes', 1],
    ['two-step verification secrets', 1],
    ['settings', 1],
  ]);

  it('name the key that they need', async () => {
    expect(await findMissingKeys(database.db, [used.kid])).toEqual(new Map());
    expect(await findMissingKeys(database.db, [])).toEqual(new Map([[used.kid, oneOfEach]]));
    expect(await findMissingKeys(database.db, ['bbbb2222'])).toEqual(new Map([[used.kid, oneOfEach]]));
  });

  it('are encrypted with a new key, and the old one is not needed any more', async () => {
    const [second, third] = [newKey('bbbb2222'), newKey('cccc3333')];
    const reseal = (masterKey: typeof used, old: typeof used) =>
      resealValues(database.db, new Sealer({ masterKey, oldMasterKeys: [old] }, systemEntropy), {
        current: masterKey.kid,
        older: [old.kid],
      });
    expect(await reseal(second, used)).toEqual({ resealed: 6, unreadable: 0 });
    expect(await findMissingKeys(database.db, [second.kid])).toEqual(new Map());
    // Decrypts each value with the second key, in its own place.
    expect(await reseal(third, second)).toEqual({ resealed: 6, unreadable: 0 });
    expect(await reseal(third, second)).toEqual({ resealed: 0, unreadable: 0 });
  });

  it('stay as they are without their key', async () => {
    const [second, other] = [newKey('bbbb2222'), newKey('dddd4444')];
    const sealer = new Sealer({ masterKey: second, oldMasterKeys: [other] }, systemEntropy);
    const keys = { current: second.kid, older: [other.kid] };
    expect(await resealValues(database.db, sealer, keys)).toEqual({ resealed: 0, unreadable: 6 });
    expect(await findMissingKeys(database.db, [used.kid])).toEqual(new Map());
  });
});
