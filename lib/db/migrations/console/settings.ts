import type { Kysely } from 'kysely';
import { consoleTable, history, unique } from '../console-table.ts';

/** Words and values that people choose: dictionaries and settings. */
export async function settingTables(db: Kysely<never>): Promise<void> {
  await consoleTable(db, 'dictType', {
    dictName: 'text',
    dictType: 'text',
    status: 'text',
    isBuiltIn: 'int',
    remark: 'text?',
    ...history,
  }).execute();
  await unique(db, 'dictType', ['dictType']);

  await consoleTable(db, 'dictData', {
    dictType: 'text',
    dictLabel: 'text',
    dictLabelEn: 'text?',
    dictValue: 'text',
    dictSort: 'int',
    listClass: 'text',
    cssClass: 'text?',
    isDefault: 'text',
    status: 'text',
    remark: 'text?',
    ...history,
  }).execute();
  await unique(db, 'dictData', ['dictType', 'dictLabel']);
  await unique(db, 'dictData', ['dictType', 'dictValue']);

  await consoleTable(db, 'setting', {
    configName: 'text',
    configKey: 'text',
    configValue: 'text',
    valueType: 'text',
    configType: 'text',
    category: 'text?',
    visible: 'text',
    remark: 'text?',
    ...history,
  }).execute();
  await unique(db, 'setting', ['configKey']);
}
