import { type ErrorEntry, entriesOf } from '../entry.ts';
import { accountEntries } from './account.ts';
import { aiTaskEntries } from './ai-task.ts';
import { applicationEntries } from './application.ts';
import { clientEntries } from './client.ts';
import { deviceEntries } from './device.ts';
import { directEntries } from './direct.ts';
import { lockEntries } from './lock.ts';
import { provisioningEntries } from './provisioning.ts';
import { ptzEntries } from './ptz.ts';
import { sharingEntries } from './sharing.ts';
import { storageEntries } from './storage.ts';
import { streamClientEntries } from './stream-client.ts';
import { streamDeviceEntries } from './stream-device.ts';
import { streamLinkEntries } from './stream-link.ts';
import { streamServerEntries } from './stream-server.ts';
import { systemEntries } from './system.ts';
import { talkEntries } from './talk.ts';
import { unclassifiedEntries } from './unclassified.ts';

/** Codes of camera platforms, as used by existing pages and by devices of those platforms. */
export const platformEntries: readonly ErrorEntry[] = [
  ...entriesOf([
    ...applicationEntries,
    ...accountEntries,
    ...deviceEntries,
    ...sharingEntries,
    ...storageEntries,
    ...lockEntries,
    ...ptzEntries,
    ...provisioningEntries,
    ...aiTaskEntries,
    ...clientEntries,
    ...talkEntries,
    ...directEntries,
    ...streamClientEntries,
    ...streamServerEntries,
    ...streamDeviceEntries,
    ...streamLinkEntries,
    ...systemEntries,
  ]),
  ...entriesOf(unclassifiedEntries).map((entry) => ({ ...entry, isVague: true })),
];
