import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { leavePages, pageOf, server, showConsolePage } from '../kit/console-page-view.tsx';

const { default: JobPage } = await import('../../app/_console/pages/job/job-page.tsx');
const { default: JobLogPage } = await import('../../app/_console/pages/job/job-log-page.tsx');
await import('../../app/_console/pages/job/cron-input.tsx');
await import('../../app/_console/pages/job/target-input.tsx');
await import('../../app/_console/pages/job/backup-list.tsx');

afterEach(leavePages);

const handlers = [
  {
    name: 'log.purge',
    title: '清理日志',
    parameters: [
      {
        ...{ kind: 'choice', label: '日志', default: 'job' },
        options: [
          { value: 'login', label: '登录日志' },
          { value: 'job', label: '任务日志' },
        ],
      },
      { kind: 'integer', label: '保留天数', min: 1, max: 3_650, default: 180 },
    ],
  },
  { name: 'session.sweep', title: '清理失效会话', parameters: [] },
];
const group = { dictLabel: '默认', dictValue: 'DEFAULT', isDefault: 'Y', status: '0' };
const job = {
  ...{ jobId: 7, jobName: '清理', jobGroup: 'DEFAULT', invokeTarget: 'log.purge("login", 30)', version: 1 },
  ...{ cronExpression: '0 0 3 * * ?', status: '0', misfirePolicy: '3', concurrent: '1', timeoutSec: 300 },
  ...{ retry: 0, notifyOnFail: false, isBuiltIn: 'N', remark: null },
  ...{ nextValidTime: '2026-05-02 03:00:00', lastRunTime: null },
};
const times = ['2026-05-02 03:00:00', '2026-05-03 03:00:00'];

beforeEach(() => {
  server.on('GET /monitor/job/handlers', () => handlers);
  server.on('GET /monitor/job/nextTimes', ({ query }) => ({ times: query.cron === 'x' ? null : times }));
  server.on('GET /system/dict/data/type/sys_job_group', () => [group]);
  server.on('GET /monitor/job/page', () => pageOf([job]));
  server.on('GET /monitor/job/7', () => job);
});

describe('the form of a job', () => {
  const form = () => page.findByRole('dialog', { name: '新增定时任务' });

  it('offers the tasks of the server, with an input for each argument, and shows the call', async () => {
    server.on('POST /monitor/job', () => ({ jobId: 8 }));
    showConsolePage(<JobPage />, { query: 'at=new' });
    const dialog = within(await form());
    fireEvent.change(await dialog.findByRole('textbox', { name: '任务名称' }), {
      target: { value: '清日志' },
    });
    fireEvent.click(await dialog.findByRole('combobox', { name: '任务' }));
    fireEvent.click(await page.findByRole('option', { name: '清理日志 · log.purge' }));
    expect(await dialog.findByText('log.purge("job", 180)')).toBeVisible();
    fireEvent.change(dialog.getByRole('textbox', { name: '保留天数' }), { target: { value: '90' } });
    fireEvent.click(dialog.getByRole('combobox', { name: '日志' }));
    fireEvent.click(await page.findByRole('option', { name: '登录日志' }));
    expect(await dialog.findByText('log.purge("login", 90)')).toBeVisible();
    fireEvent.click(dialog.getByRole('button', { name: '每天 3 点' }));
    fireEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(server.to('POST /monitor/job')).toHaveLength(1));
    expect(server.to('POST /monitor/job')[0]?.body).toMatchObject({
      ...{ jobName: '清日志', invokeTarget: 'log.purge("login", 90)', cronExpression: '0 0 3 * * ?' },
      ...{ status: '1', misfirePolicy: '3', concurrent: '1', timeoutSec: 300, retry: 0 },
    });
  });

  it('shows the next runs of the expression, and that one is not valid', async () => {
    showConsolePage(<JobPage />, { query: 'at=edit.7' });
    const dialog = within(await page.findByRole('dialog'));
    for (const time of times) expect(await dialog.findByText(time)).toBeVisible();
    fireEvent.change(dialog.getByRole('textbox', { name: 'Cron 表达式' }), { target: { value: 'x' } });
    expect(await dialog.findByText('表达式不正确')).toBeVisible();
  });

  it('says that this version has no such task', async () => {
    server.on('GET /monitor/job/7', () => ({ ...job, invokeTarget: 'old.task(1)' }));
    showConsolePage(<JobPage />, { query: 'at=edit.7' });
    expect(await page.findByText('此版本没有任务 old.task(1)')).toBeVisible();
  });
});

describe('the list of jobs', () => {
  it('runs a job once after a confirmation', async () => {
    server.on('PUT /monitor/job/run', () => null);
    showConsolePage(<JobPage />);
    fireEvent.click(await page.findByRole('button', { name: '更多 清理' }));
    fireEvent.click(await page.findByRole('menuitem', { name: '执行一次' }));
    const question = within(await page.findByRole('dialog'));
    fireEvent.click(question.getByRole('button', { name: '确定' }));
    await waitFor(() =>
      expect(server.to('PUT /monitor/job/run').map(({ body }) => body)).toEqual([{ id: 7 }]),
    );
  });

  it('opens the log of all jobs, or of one', async () => {
    const shown = showConsolePage(<JobPage />);
    fireEvent.click(await page.findByRole('button', { name: '任务日志' }));
    fireEvent.click(await page.findByRole('button', { name: '日志 清理' }));
    expect(shown.opened).toEqual(['/monitor/job/log', '/monitor/job/log?jobId=7']);
  });

  it('shows the backups, and how to use them', async () => {
    const backup = { name: 'oriel-20260501T031300Z.db', bytes: 2_097_152, time: '2026-05-01 11:13:00' };
    server.on('GET /monitor/job/backups', () => ({ isEmbedded: true, records: [backup] }));
    showConsolePage(<JobPage />);
    fireEvent.click(await page.findByRole('button', { name: '数据库备份' }));
    expect(await page.findByText(backup.name)).toBeVisible();
    expect(page.getByText('2.0 MB')).toBeVisible();
    expect(page.getByText(/主密钥/)).toBeVisible();
    expect(page.queryByRole('link')).toBeNull();
  });

  it('names the tools of PostgreSQL instead', async () => {
    server.on('GET /monitor/job/backups', () => ({ isEmbedded: false, records: [] }));
    showConsolePage(<JobPage />);
    fireEvent.click(await page.findByRole('button', { name: '数据库备份' }));
    expect(await page.findByText(/pg_dump/)).toBeVisible();
  });
});

describe('the job log', () => {
  it('shows the runs of the job in the address, and is cleared after a confirmation', async () => {
    server.on('GET /monitor/jobLog/page', () => pageOf([]));
    server.on('DELETE /monitor/jobLog/clean', () => ({ removed: 12 }));
    showConsolePage(<JobLogPage />, { query: 'jobId=7' });
    fireEvent.click(await page.findByRole('button', { name: '清空' }));
    const dialog = await page.findByRole('dialog');
    expect(dialog).toHaveTextContent('将删除全部已结束的任务日志，无法恢复。');
    fireEvent.click(within(dialog).getByRole('button', { name: '确定' }));
    expect(await page.findByText('已删除 12 条')).toBeVisible();
    expect(server.to('GET /monitor/jobLog/page')[0]?.query).toMatchObject({ jobId: '7' });
  });
});
