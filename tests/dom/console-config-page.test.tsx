import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { builtInSetting } from '../../lib/contracts/admin/built-in-settings.ts';
import { leavePages, pageOf, server, showConsolePage } from '../kit/console-page-view.tsx';

const { default: ConfigPage } = await import('../../app/_console/pages/config/config-page.tsx');

const valueLabel = '参数键值';

function row(configKey: string, configValue: string, valueType?: string) {
  const known = builtInSetting(configKey);
  return {
    configId: 1,
    version: 1,
    configName: known?.name['zh-CN'] ?? '自定义',
    configKey,
    configValue,
    valueType: valueType ?? known?.type ?? 'string',
    configType: known ? 'Y' : 'N',
    visible: '0',
    category: null,
    remark: null,
  };
}

async function openSetting(configKey: string, configValue: string, valueType?: string) {
  const stored = row(configKey, configValue, valueType);
  server.on('GET /system/config/page', () => pageOf([stored]));
  server.on('GET /system/config/1', () => stored);
  server.on('PUT /system/config', () => null);
  showConsolePage(<ConfigPage />, { query: 'at=edit.1' });
  return page.findByRole('dialog');
}

async function saved(dialog: HTMLElement): Promise<unknown> {
  fireEvent.click(within(dialog).getByRole('button', { name: '保存' }));
  await waitFor(() => expect(server.to('PUT /system/config')).not.toEqual([]));
  return server.to('PUT /system/config').at(-1)?.body;
}

beforeEach(() => {
  server.calls = [];
});
afterEach(leavePages);

describe('the value of a known setting', () => {
  it('is a switch', async () => {
    const dialog = await openSetting('sys.account.registerUser', 'false');
    const input = await within(dialog).findByRole('switch', { name: valueLabel });
    expect(input).not.toBeChecked();
    fireEvent.click(input);
    expect(within(dialog).getByText('开启')).toBeTruthy();
    expect(await saved(dialog)).toEqual({ configId: 1, version: 1, configValue: 'true' });
  });

  it('is a number with unit and bounds', async () => {
    const dialog = await openSetting('iot.presence.seconds', '300');
    const input = await within(dialog).findByLabelText<HTMLInputElement>(valueLabel);
    expect(input.value).toBe('300 秒');
    within(dialog).getByText('60 到 86400，0 表示不检测');
    fireEvent.change(input, { target: { value: '120 秒' } });
    expect(await saved(dialog)).toMatchObject({ configValue: '120' });
  });

  it('is a picture, and the form is not saved while it is uploaded', async () => {
    let finish: (answer: unknown) => void = () => undefined;
    server.on('GET /common/get-oss-signature', () => new Promise((resolve) => (finish = resolve)));
    server.on(`POST ${location.origin}/store`, () => null);
    const dialog = await openSetting('site.logo', '/files/old.png');
    const save = () => fireEvent.click(within(dialog).getByRole('button', { name: '保存' }));
    await within(dialog).findByText('old.png');
    const file = new File(['x'], 'new.png', { type: 'image/png' });
    fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } });
    await within(dialog).findByRole('progressbar');
    save();
    await within(dialog).findByText(/文件正在上传/);
    const signed = { fileName: 'new.png', policy: '', accessid: '', signature: '', key: 'new.png' };
    await act(async () => finish({ ...signed, uploadUrl: '/store', resultUrl: '/files/new.png' }));
    await within(dialog).findByRole('button', { name: '移除 new.png' });
    expect(await saved(dialog)).toMatchObject({ configValue: '/files/new.png' });
    expect(server.to('PUT /system/config')).toHaveLength(1);
  });

  it('is a list of entries', async () => {
    const dialog = await openSetting('sys.login.blackIPList', '10.0.0.0/8');
    const input = await within(dialog).findByLabelText(valueLabel, { selector: 'input' });
    act(() => input.focus());
    fireEvent.change(input, { target: { value: '198.51.100.*' } });
    fireEvent.keyDown(input, { key: 'Enter', code: 'Enter' });
    expect(await saved(dialog)).toMatchObject({ configValue: '10.0.0.0/8;198.51.100.*' });
  });

  it('is a selection of languages', async () => {
    const dialog = await openSetting('site.locales', '["zh-CN","en-US"]');
    const group = await within(dialog).findByRole('group', { name: valueLabel });
    fireEvent.click(within(group).getByLabelText('English'));
    expect(await saved(dialog)).toMatchObject({ configValue: '["zh-CN"]' });
  });

  it('is one of named options', async () => {
    const dialog = await openSetting('sys.account.chrtype', '0');
    const input = await within(dialog).findByRole<HTMLInputElement>('combobox', { name: valueLabel });
    expect(input.value).toBe('任意字符');
    fireEvent.click(input);
    fireEvent.click(await page.findByRole('option', { name: '必须有字母和数字' }));
    expect(await saved(dialog)).toMatchObject({ configValue: '3' });
  });

  it('is a time zone', async () => {
    const dialog = await openSetting('site.timeZone', 'Asia/Shanghai');
    const input = await within(dialog).findByRole('combobox', { name: valueLabel });
    act(() => input.focus());
    fireEvent.click(input);
    fireEvent.change(input, { target: { value: 'Berlin' } });
    fireEvent.click(await page.findByRole('option', { name: 'Europe/Berlin' }));
    expect(await saved(dialog)).toMatchObject({ configValue: 'Europe/Berlin' });
  });

  it('belongs to a key and a type that cannot be changed', async () => {
    const dialog = await openSetting('sys.account.registerUser', 'false');
    expect(await within(dialog).findByLabelText(/参数键名/)).toBeDisabled();
    expect(within(dialog).getByRole('combobox', { name: '参数类型' })).toBeDisabled();
  });

  it('is text for other settings', async () => {
    const dialog = await openSetting('my.flag', 'true', 'boolean');
    const input = await within(dialog).findByLabelText(valueLabel);
    expect(input.tagName).toBe('TEXTAREA');
    expect(within(dialog).getByLabelText(/参数键名/)).toBeEnabled();
  });

  it('is shown in words in the list', async () => {
    const rows = [
      row('sys.account.registerUser', 'true'),
      row('iot.presence.seconds', '0'),
      row('sys.login.lockMinutes', '15'),
      row('site.locales', '["zh-CN","en-US"]'),
      row('sys.login.maxRetry', 'many'),
    ].map((each, at) => ({ ...each, configId: at + 1 }));
    server.on('GET /system/config/page', () => pageOf(rows));
    showConsolePage(<ConfigPage />);
    const table = await page.findByRole('table');
    await within(table).findByText('开启');
    for (const text of ['0（不检测）', '15 分钟', '简体中文、English', 'many']) within(table).getByText(text);
  });
});
