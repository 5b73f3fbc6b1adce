import type { OpenDatabase } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ResourceService } from './resource-service.ts';

/** Dependencies of every resource. `ConsoleDeps` includes them. */
export interface ResourceDeps {
  readonly database: Pick<OpenDatabase, 'db' | 'engine' | 'changes'>;
  readonly clock: Clock;
  /** IANA name of the organisation's time zone. Absent: its setting `site.timeZone`, otherwise Asia/Shanghai. */
  readonly timeZone?: (tenantId: string) => Promise<string> | string;
  /** The target of a relation, by definition key. Absent or undefined: its ids are not checked. */
  readonly related?: (key: string) => ResourceService | undefined;
}
