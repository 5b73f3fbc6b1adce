import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'expect';
import { it } from 'vitest';
import { soon } from '../kit/console-page.ts';
import { admin, page, site, withSite } from '../kit/shared-site.ts';

/** Scheduled jobs, from the form to the log and to a backup. `ORIEL_SHOTS=<folder>` saves screenshots. */

withSite();

/** From the menu of the row. */
async function runOnce(name: string): Promise<void> {
  await page.getByRole('button', { name: `更多 ${name}` }).click();
  await page.getByRole('menuitem', { name: '执行一次' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
}

/** Of the newest run of a job. */
const resultOf = async (jobName: string) =>
  (await site.call('GET', `/monitor/jobLog/page?jobName=${encodeURIComponent(jobName)}`)).records[0]?.status;

it('a job is scheduled with its next runs shown, run once, and found in the log', async () => {
  const name = site.fresh('清日志');
  await admin.openPage('/monitor/job?at=new');
  const form = page.getByRole('dialog', { name: '新增定时任务' });
  await form.getByRole('textbox', { name: '任务名称' }).fill(name);
  await form.getByRole('combobox', { name: '任务', exact: true }).click();
  await page.getByRole('option', { name: /log\.purge/ }).click();
  await form.getByText('log.purge("job", 180)').waitFor();
  await form.getByRole('button', { name: '每天 3 点' }).click();
  await form.getByRole('listitem').nth(4).waitFor();
  expect(await form.getByRole('listitem').allTextContents()).toEqual(
    Array.from({ length: 5 }, () => expect.stringMatching(/^\d{4}-\d\d-\d\d 03:00:00$/)),
  );
  await admin.shot('job-form');
  expect(await admin.findings()).toEqual([]);
  await form.getByRole('button', { name: '保存' }).click();
  await page.getByRole('cell', { name }).first().waitFor();

  await runOnce(name);
  await page.getByRole('button', { name: `日志 ${name}` }).click();
  await page.waitForURL(/\/monitor\/job\/log\?jobId=\d+/);
  await soon.poll(() => resultOf(name)).toBe('0');
  await page.getByRole('button', { name: '刷新' }).first().click();
  await page.getByRole('row', { name: new RegExp(`${name}.*成功.*删除 0 条`) }).waitFor();
  await admin.shot('job-log');
}, 120_000);

it('a backup is made at once, and listed', async () => {
  await admin.openPage('/monitor/job');
  await runOnce('备份数据库');
  await soon.poll(() => resultOf('备份数据库')).toBe('0');
  await page.getByRole('button', { name: '数据库备份' }).click();
  const [name = ''] = await readdir(join(site.oriel.dataDir, 'backups'));
  await page.getByRole('dialog').getByText(name).waitFor();
  await admin.shot('job-backups');
  expect(await admin.findings()).toEqual([]);
}, 120_000);
