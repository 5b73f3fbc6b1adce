// Locks a data folder until it is killed. `node --import tsx hold-data-folder.ts <folder>`.
import { lockDataFolder } from '../../lib/server/data-lock.ts';

await lockDataFolder(process.argv[2] ?? '', 'test');
process.send?.('held');
setInterval(() => {}, 60_000);
