/** The place of a camera in its form, on a map that is drawn here as well. */
import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { useState } from 'react';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { ApiError } from '../../app/_console/api/api-error.ts';
import { leavePages, server, showConsolePage } from '../kit/console-page-view.tsx';
import { allAreas } from '../kit/freight.ts';

const { default: PlaceFinder } = await import('../../app/_console/pages/parts/map/place-finder.tsx');
const { LocationInput } = await import('../../app/_console/pages/camera/camera-place.tsx');
const { default: MapPage } = await import('../../app/_console/pages/map/map-page.tsx');
await import('../../app/_console/pages/parts/map/map-view.tsx');

const provinces = allAreas.nodes.filter(({ name }) => ['浙江省', '北京市'].includes(name));
const settings = { tiles: null, canSearch: false };
beforeEach(() => server.on('GET /iot/map/settings', () => settings));
afterEach(leavePages);

interface Found {
  readonly position: { readonly lng: number; readonly lat: number };
  readonly address: string | null;
}

async function showFinder(address = '') {
  const found: Found[] = [];
  showConsolePage(
    <PlaceFinder
      position={null}
      sought={{ address, round: 0 }}
      name="大门"
      onFound={(position, name) => void found.push({ position, address: name })}
      onClear={() => {}}
    />,
    { cities: provinces },
  );
  await page.findByRole('application', { name: '地图' });
  return found;
}
const type = (text: string) =>
  fireEvent.change(page.getByRole('combobox', { name: '搜索地点' }), { target: { value: text } });

describe('the place of a camera', () => {
  it('is not that of an area, which only moves the map', async () => {
    const found = await showFinder();
    type('杭州');
    fireEvent.click(await page.findByRole('option', { name: '杭州市' }));
    expect(found).toEqual([]);
    expect(server.to('GET /iot/map/search')).toEqual([]);
    // Enter on the map chooses its centre.
    fireEvent.keyDown(page.getByRole('application'), { key: 'Enter' });
    expect(found).toHaveLength(1);
    expect(found[0]?.position.lng).toBeCloseTo(120.16, 1);
    expect(found[0]?.position.lat).toBeCloseTo(30.29, 1);
  });

  it('is that of an address, if there is a service that knows it', async () => {
    server.on('GET /iot/map/settings', () => ({ ...settings, canSearch: true }));
    server.on('GET /iot/map/search', () => [
      { name: '文三路', address: '杭州市文三路', lng: '120.13', lat: '30.28' },
    ]);
    const found = await showFinder();
    type('文三路');
    fireEvent.click(await page.findByRole('option', { name: '文三路 · 杭州市文三路' }));
    expect(found).toEqual([{ position: { lng: 120.13, lat: 30.28 }, address: '杭州市文三路' }]);
    // What was chosen fills the input, and is not looked for.
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(server.to('GET /iot/map/search').map(({ query }) => query)).toEqual([{ keyword: '文三路' }]);
  });

  it('is looked for by the address that the form has, and a failure of the service is said', async () => {
    server.on('GET /iot/map/settings', () => ({ ...settings, canSearch: true }));
    server.on('GET /iot/map/search', () => new ApiError('U0200', '地图服务没有及时响应，请稍后再试'));
    await showFinder('文三路 90 号');
    await page.findByText('地图服务没有及时响应，请稍后再试');
  });

  it('of a camera that has one is looked for by a new address when its button is pressed', async () => {
    server.on('GET /iot/map/settings', () => ({ ...settings, canSearch: true }));
    server.on('GET /iot/map/search', () => [
      { name: '文三路', address: '杭州市文三路', lng: '120.13', lat: '30.28' },
    ]);
    const set: Record<string, unknown> = {};
    const place = { lng: '116.4', lat: '39.9', name: '大门' };
    function Form() {
      const [address, setAddress] = useState('');
      return (
        <LocationInput
          values={{ ...place, address }}
          errors={{}}
          row={null}
          set={(field, value) => {
            Object.assign(set, { [field]: value });
            if (field === 'address') setAddress(String(value));
          }}
        />
      );
    }
    showConsolePage(<Form />, { cities: provinces });
    const find = page.getByRole('button', { name: '按地址查找' });
    expect(find).toBeDisabled();
    fireEvent.change(page.getByRole('textbox', { name: /安装位置/ }), { target: { value: '文三路' } });
    fireEvent.click(find);
    fireEvent.click(await page.findByRole('option', { name: '文三路 · 杭州市文三路' }));
    expect(set).toMatchObject({ lng: '120.13', lat: '30.28' });
  });

  it('gets the address of the newest click, whenever the service answers', async () => {
    server.on('GET /iot/map/settings', () => ({ ...settings, canSearch: true }));
    const answers: ((address: string) => void)[] = [];
    server.on(
      'GET /iot/map/address',
      () => new Promise((resolve) => answers.push((address) => resolve({ address }))),
    );
    const found = await showFinder();
    const enter = () => fireEvent.keyDown(page.getByRole('application'), { key: 'Enter' });
    enter();
    await waitFor(() => expect(answers).toHaveLength(1));
    fireEvent.click(page.getByRole('button', { name: '放大' }));
    enter();
    await waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.('新的');
    await waitFor(() => expect(found.at(-1)?.address).toBe('新的'));
    answers[0]?.('旧的');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(found.map(({ address }) => address)).toEqual([null, null, '新的']);
  });

  it.each([
    [1, '浏览器不允许使用位置，请在地址栏中允许'],
    [2, '无法取得您的位置，请在地图上选择'],
  ])('is not that of a browser that fails with %i', async (code, message) => {
    const fails = (_found: unknown, fail: (error: { code: number }) => void) => fail({ code });
    Object.assign(navigator, { geolocation: { getCurrentPosition: fails } });
    const found = await showFinder();
    fireEvent.click(page.getByRole('button', { name: '使用我的位置' }));
    await page.findByText(message);
    expect(found).toEqual([]);
  });

  it('is that of the browser', async () => {
    const here = (found: (position: object) => void) =>
      found({ coords: { longitude: 120.5, latitude: 30.5 } });
    Object.assign(navigator, { geolocation: { getCurrentPosition: here } });
    const found = await showFinder();
    fireEvent.click(page.getByRole('button', { name: '使用我的位置' }));
    await waitFor(() => expect(found).toEqual([{ position: { lng: 120.5, lat: 30.5 }, address: null }]));
  });
});

describe('the map of cameras', () => {
  const camera = (id: string, name: string, more: object = {}) => ({
    ...{ id: id.repeat(32), name, deviceSerial: `CAM${id}`, channelNo: 1, lng: '120.1', lat: '30.2' },
    ...{ address: null, onlineStatus: '1', status: '0', ...more },
  });
  const list = () => within(page.getByRole('region', { name: '地图上的摄像头' }));
  const cameras = [
    camera('a', '大门'),
    camera('b', '仓库', { onlineStatus: '2', address: '文三路 90 号' }),
    camera('c', '后院', { status: '1' }),
  ];
  beforeEach(() => server.on('GET /iot/map/list', () => ({ cameras, unplaced: 2, isCut: false })));
  const show = async (permissions?: readonly string[]) => {
    const view = showConsolePage(<MapPage />, { cities: provinces, ...(permissions ? { permissions } : {}) });
    await page.findByText('3 个摄像头');
    return view;
  };

  it('says beside it what it shows, in words', async () => {
    const view = await show();
    page.getByText('另有 2 个摄像头没有位置');
    list().getByRole('button', { name: /^仓库\s*离线 · 文三路 90 号$/ });
    list().getByRole('button', { name: /^后院\s*停用/ });
    expect(list().queryByRole('button', { name: '观看 后院' })).toBeNull();
    fireEvent.click(list().getByRole('button', { name: '仓库 的详情' }));
    expect(view.opened).toEqual([`/iot/camera?at=show.${'b'.repeat(32)}`]);
  });

  it('offers only what the user may do', async () => {
    await show(['iot:map:list']);
    expect(list().queryByRole('button', { name: /观看|详情/ })).toBeNull();
  });

  it.each([
    ['仓', 1],
    ['cama', 1],
    ['文三路', 1],
    ['无', 0],
  ])('filters its cameras by %s', async (text, count) => {
    await show();
    fireEvent.change(page.getByRole('textbox', { name: '筛选摄像头' }), { target: { value: text } });
    await page.findByText(`${count} 个摄像头`);
    expect(list().queryAllByTitle(/^在地图上显示/)).toHaveLength(count);
  });

  it('leads to the list of cameras while none has a place', async () => {
    server.on('GET /iot/map/list', () => ({ cameras: [], unplaced: 3, isCut: false }));
    const view = showConsolePage(<MapPage />, { cities: provinces });
    fireEvent.click(await page.findByRole('button', { name: '打开摄像头列表' }));
    expect(view.opened).toEqual(['/iot/camera']);
  });
});
