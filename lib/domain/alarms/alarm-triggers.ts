/** Tells each process that alarms are to be recorded, because another one than the one that stores them may record. */
import type { OpenDatabase } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EpochMs } from '../../kernel/units.ts';

export interface AlarmTrigger {
  readonly tenantId: string;
  readonly channelId: string;
  /** When something happened: recorders keep what precedes and follows it. */
  readonly at: EpochMs;
}

/** Text of the change notification `alarm`. */
export const triggerText = ({
  camera: { tenantId },
  channelId,
  at,
}: {
  readonly camera: { readonly tenantId: string };
  readonly channelId: string;
  readonly at: EpochMs;
}): string => `${tenantId}/${channelId}/${at}`;

const pattern = /^(?<tenantId>[^/]+)\/(?<channelId>[^/]+)\/(?<at>\d{1,15})$/;

/**
 * Calls the listener for each alarm that begins or is prolonged, in whichever process. Returns a function that ends this.
 * After lost notifications, it is called for the alarms that are still to be recorded.
 */
export function alarmTriggers({
  database: { db, changes },
  clock,
}: {
  readonly database: Pick<OpenDatabase, 'db' | 'changes'>;
  readonly clock: Clock;
}): (listener: (trigger: AlarmTrigger) => void) => () => void {
  const unfinished = () =>
    db
      .selectFrom('alarm')
      .select(['tenantId', 'channelId', 'endAt as at'])
      .where('recordTo', '>', clock.now())
      // Of an index. No alarm is longer.
      .where('startAt', '>', clock.now() - 2 * 60 * 60_000)
      .execute();

  return (listener) =>
    changes.listen('alarm', {
      onReceived(text) {
        const { tenantId, channelId, at } = pattern.exec(text)?.groups ?? {};
        if (tenantId && channelId) listener({ tenantId, channelId, at: Number(at) });
      },
      missed() {
        unfinished().then(
          (alarms) => alarms.forEach(listener),
          // Without the database; when it is back, this is called again.
          () => undefined,
        );
      },
    });
}
