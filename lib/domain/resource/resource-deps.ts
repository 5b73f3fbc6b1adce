import type { OpenDatabase } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ResourceService } from './resource-service.ts';

/** What every resource needs. `ConsoleDeps` is one of these. */
export interface ResourceDeps {
  readonly database: Pick<OpenDatabase, 'db' | 'engine' | 'changes'>;
  readonly clock: Clock;
  /** IANA name of the organisation's zone. Absent: its setting `site.timeZone` is read, else Asia/Shanghai. */
  readonly timeZone?: (tenantId: string) => Promise<string> | string;
  /** By key of the definition: what relations refer to. Absent or without the key: their ids are not looked up. */
  readonly related?: (key: string) => ResourceService | undefined;
}
