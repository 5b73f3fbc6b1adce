import { iotTalkLog } from '../../contracts/admin/resources/iot-talk-log.resource.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import { tableService } from '../resource/table-service.ts';
import { wholeSeconds } from './whole-seconds.ts';

/** The talk log in the console: of the devices in the data scope of the user. */
export function talkLogResource(deps: ResourceDeps): ResourceService<typeof iotTalkLog> {
  return tableService(deps, {
    definition: iotTalkLog,
    table: 'talkLog',
    dataScope: { dept: 'deptId', owner: null },
    columns: { startTime: 'startAt', endTime: 'endAt', seconds: wholeSeconds('sentMs') },
  });
}
