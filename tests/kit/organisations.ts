import { openDatabase } from '../../lib/db/client.ts';
import { passwordHasher } from '../../lib/domain/identity/password-hasher.ts';
import { databaseFile } from '../../lib/server/installed-database.ts';
import { ConsoleCalls } from './console-calls.ts';
import { adminPassword } from './console-data.ts';
import type { OrielInstance } from './start-oriel.ts';
import { userRow } from './user-row.ts';

/**
 * Prepares organisations in an empty data folder, before the first start. Each has an administrator with its name as
 * account. The product creates the default organisation only, but serves all: at the start it adds menus, roles and
 * settings to each.
 */
export async function createOrganisations(dataDir: string, names: readonly string[]): Promise<void> {
  const database = await openDatabase({ file: databaseFile({ dataDir }) });
  const createdAt = Date.now();
  const passwordHash = await passwordHasher().hash(adminPassword);
  for (const name of names) {
    await database.db.insertInto('tenant').values({ id: name, name, enabled: 1, createdAt }).execute();
    const user = userRow({ tenantId: name, username: name, passwordHash, isRoot: 1 }, createdAt);
    await database.db.insertInto('user').values(user).execute();
  }
  await database.close();
}

/** An organisation that `createOrganisations` has prepared, on the running server. */
export class Organisation {
  constructor(
    private readonly oriel: () => OrielInstance,
    readonly name: string,
  ) {}

  private as<Made>(use: (calls: ConsoleCalls) => Promise<Made>): Promise<Made> {
    return ConsoleCalls.as(this.oriel(), this.name, adminPassword, use);
  }

  /** Adds a device with one channel, which records always. Returns the device's id. */
  addCamera(serial: string, url: string): Promise<string> {
    return this.as(async (calls) => {
      const main = { kind: 'rtsp', url };
      const { id, deviceId } = await calls.call('POST', '/iot/camera/connect', {
        serial,
        name: serial,
        main,
      });
      const { version } = await calls.call('GET', `/iot/camera/${id}`);
      const recordPlan = { enabled: true, mode: 'always', days: [], keepDays: 1, preRecordSec: 0 };
      await calls.call('PUT', '/iot/camera', { id, version, recordPlan });
      return deviceId;
    });
  }

  async removeDevice(id: string): Promise<void> {
    await this.as((calls) => calls.call('DELETE', `/iot/device/${id}`));
  }

  /** Creates an application, and returns a token for each list of serial numbers; null: every camera. */
  issueTokens(lists: readonly (readonly string[] | null)[]): Promise<string[]> {
    return this.as(async (calls) => {
      const app = { name: this.name, allowedOrigins: [`https://${this.name.toLowerCase()}.example`] };
      const { id: applicationId } = await calls.call('POST', '/iot/application', app);
      const tokens: string[] = [];
      for (const cameras of lists) {
        const { accessToken } = await calls.call('POST', '/iot/token', { applicationId, cameras });
        tokens.push(accessToken);
      }
      return tokens;
    });
  }
}
