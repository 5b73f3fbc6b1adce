import { expect } from 'expect';
import { describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { iconIds } from '../../lib/contracts/theme/icon-id.ts';
import { namedTemplates, themeForTemplate } from '../../lib/contracts/theme/template.ts';
import type { Theme } from '../../lib/contracts/theme/theme.ts';
import { translate } from '../../lib/i18n/translate.ts';
import { buttonRegistry } from '../../player-frame/features/toolbar/button-registry.ts';
import {
  type ButtonView,
  shownButtons,
  toolbarModel,
} from '../../player-frame/features/toolbar/toolbar-model.ts';
import { createToolbarSelector } from '../../player-frame/features/toolbar/use-toolbar.ts';
import { camera, cloudDay, otherCamera, recordedPlayer } from '../kit/recorded-player.ts';

function themed(theme: Theme | null = builtInThemes.pcLive) {
  const player = recordedPlayer();
  player.send({ type: 'request.setTheme', theme });
  return player;
}
type Player = ReturnType<typeof recordedPlayer>;

function button(player: Player, id: string): ButtonView {
  const { header, footer } = toolbarModel(player.state);
  const all = [header, footer].flatMap(({ left, right }) => [...left, ...right]);
  const found = all.find((one) => one.id === id);
  if (!found) throw new Error(`the theme has no ${id}`);
  return found;
}
const ids = (views: readonly ButtonView[]) => views.filter(({ isShown }) => isShown).map(({ id }) => id);

describe('the bars of a theme', () => {
  it('have left and right of header and footer, in the order of the theme', () => {
    const { header, footer } = toolbarModel(themed().state);
    expect(ids(header.left)).toEqual(['deviceID', 'deviceName']);
    expect(ids(header.right)).toEqual([]);
    expect(ids(footer.left)).toEqual([
      'play',
      'capturePicture',
      'sound',
      'pantile',
      'recordvideo',
      'talk',
      'zoom',
    ]);
    expect(ids(footer.right)).toEqual(['hd', 'webExpend', 'expend']);
  });

  it.each(['simple', 'noData', 'default'])('are none for %s', (template) => {
    const theme = themeForTemplate(template, { isMobile: false, isRecorded: false });
    const { header, footer } = toolbarModel(themed(theme).state);
    expect([header.isShown, footer.isShown]).toEqual([false, false]);
  });

  it('are none without a theme', () => {
    expect(shownButtons(toolbarModel(themed(null).state))).toEqual([]);
  });

  it('include every button that a theme may name', () => {
    expect(Object.keys(buttonRegistry).sort()).toEqual([...iconIds].sort());
  });

  it.each(namedTemplates)('show in %s only buttons with an action', (template) => {
    const player = themed(themeForTemplate(template, { isMobile: false, isRecorded: false }));
    player.play();
    for (const { id, kind } of shownButtons(toolbarModel(player.state))) {
      const { press, menu } = buttonRegistry[id];
      expect([id, kind === 'text' || press !== undefined || menu !== undefined]).toEqual([id, true]);
    }
  });

  it('hide buttons of missing features, except while the theme is edited', () => {
    const { header } = builtInThemes.pcLive;
    const missing = { iconId: 'cloudRecord', part: 'right', defaultActive: 0, isrender: 1 } as const;
    const player = themed({
      ...builtInThemes.pcLive,
      header: { ...header, btnList: [...header.btnList, missing] },
    });
    expect(button(player, 'cloudRecord')).toMatchObject({ isShown: false, reason: 'toolbar.unavailable' });
    player.send({ type: 'request.edit', active: true });
    expect(button(player, 'cloudRecord')).toMatchObject({ isShown: true, isDisabled: false });
    // Buttons hidden by the theme stay hidden.
    expect(button(player, 'speed').isShown).toBe(false);
  });

  it('remain the same object while only figures of the stream change', () => {
    const player = themed();
    player.play();
    const select = createToolbarSelector();
    const before = select(player.state);
    const stats = { framesShown: 1, framesDropped: 0, bytes: 1, wallMs: null, latencyMs: 80 };
    player.send({ type: 'event.stats', attempt: player.attempt, stats });
    expect(select(player.state)).toBe(before);
    player.send({ type: 'request.toggleSound' });
    expect(select(player.state)).not.toBe(before);
  });
});

describe('while nothing plays', () => {
  it.each(['sound', 'recordvideo', 'capturePicture', 'zoom', 'pantile', 'expend', 'webExpend'])(
    '%s has no effect and explains why: 当前非播放状态',
    (id) => {
      const player = themed();
      expect(button(player, id)).toMatchObject({ isDisabled: true, reason: 'player.notPlaying' });
      expect(translate('zh-CN', 'player.notPlaying')).toBe('当前非播放状态');
      player.play();
      expect(button(player, id)).toMatchObject({ isDisabled: false, reason: null });
    },
  );

  it('play can be pressed, and its label is the action', () => {
    const player = themed();
    expect(button(player, 'play')).toMatchObject({ isDisabled: false, label: 'player.play' });
    player.play();
    expect(button(player, 'play').label).toBe('player.stop');
  });

  it('screenshot and record require a frame, not only an attempt', () => {
    const player = themed();
    player.setUp();
    player.send({ type: 'request.play' });
    expect(button(player, 'capturePicture').isDisabled).toBe(true);
    expect(button(player, 'recordvideo').isDisabled).toBe(true);
  });
});

describe('full-screen and page-wide', () => {
  it.each([
    ['fullscreen', 'expend', 'webExpend'],
    ['web', 'webExpend', 'expend'],
  ] as const)('%s disables the button of the other', (expansion, own, other) => {
    const player = themed();
    player.play();
    player.send({ type: 'event.expansion', expansion });
    expect(button(player, own)).toMatchObject({ isActive: true, isDisabled: false });
    expect(button(player, other)).toMatchObject({
      isActive: false,
      isDisabled: true,
      reason: 'player.expanded',
    });
    expect(buttonRegistry[own].press?.(player.state)).toEqual({ type: 'request.expand', to: 'none' });
  });
});

describe('cloud and device recordings', () => {
  const resolved = (cloud: string, device: string, isControlsOnly = false) => {
    const player = themed();
    player.send({ type: 'request.setUp', address: camera, isControlsOnly });
    player.send({ type: 'request.play' });
    const stores = { 'cloud.rec': cloud, rec: device };
    player.send({ type: 'event.resolved', attempt: player.attempt, deviceName: '', stores });
    player.firstFrame();
    return player;
  };

  it.each([
    ['denied', 'denied', 'toolbar.recordingsDenied', 'toolbar.recordingsDenied'],
    ['server', 'none', null, 'toolbar.noRecordings'],
    ['none', 'server', 'toolbar.noCloudRecordings', null],
    ['server', 'server', null, null],
    ['server', 'camera', null, null],
  ])('whose stores are %s and %s are disabled for %s and %s', (cloud, device, ...reasons) => {
    const player = resolved(cloud, device);
    const [cloudRec, rec] = [button(player, 'cloudRec'), button(player, 'rec')];
    expect([cloudRec.reason, rec.reason]).toEqual(reasons);
    expect([cloudRec.isDisabled, rec.isDisabled]).toEqual(reasons.map((reason) => reason !== null));
  });

  it('of a wall are offered, because another camera may have some', () => {
    const player = resolved('none', 'denied', true);
    expect(button(player, 'cloudRec').isDisabled).toBe(false);
    expect(button(player, 'rec').isDisabled).toBe(true);
  });

  it('are not played by a camera that is offline', () => {
    const player = resolved('server', 'camera');
    const { attempt } = player;
    player.send({ type: 'event.source', attempt, state: 'retrying', code: '20007', retryInMs: 1_000 });
    expect(button(player, 'rec')).toMatchObject({ isDisabled: true, reason: 'toolbar.cameraOffline' });
    expect(button(player, 'cloudRec').isDisabled).toBe(false);
  });

  it('are offered while nothing is known, and again for another camera', () => {
    expect(button(themed(), 'rec').isDisabled).toBe(false);
    const player = resolved('server', 'none');
    player.send({ type: 'request.changeUrl', address: otherCamera });
    expect(button(player, 'rec').isDisabled).toBe(false);
  });
});

describe('PTZ', () => {
  it('has no button where the page forbids it (disabledPTZ)', () => {
    const player = themed();
    player.play();
    player.send({ type: 'request.forbidPtz', isForbidden: true });
    expect(button(player, 'pantile').isShown).toBe(false);
  });

  it('has a disabled button if the camera has no PTZ', () => {
    const player = themed();
    player.play();
    player.send({ type: 'event.ptzAvailable', isCapable: false });
    expect(button(player, 'pantile')).toMatchObject({
      isShown: true,
      isDisabled: true,
      reason: 'toolbar.noPtz',
    });
  });

  it('is pressed while its pad is open', () => {
    const player = themed();
    player.play();
    player.send({ type: 'request.togglePtz' });
    expect(button(player, 'pantile').isActive).toBe(true);
  });
});

describe('lists', () => {
  const labels = (player: Player, id: 'hd' | 'speed') =>
    buttonRegistry[id].menu?.(player.state).map(({ label }) => translate('zh-CN', label));

  it('quality: high definition, standard definition, and the current one is selected', () => {
    const player = themed();
    player.play();
    expect(labels(player, 'hd')).toEqual(['高清', '标清']);
    const [hd, sd] = buttonRegistry.hd.menu?.(player.state) ?? [];
    expect([hd?.isChosen, sd?.isChosen]).toEqual([false, true]);
    expect(hd?.request).toEqual({ type: 'request.setQuality', quality: 'hd' });
  });

  it('end with cancel on mobile, and only there', () => {
    const player = themed(builtInThemes.mobileLive);
    expect(labels(player, 'hd')).toEqual(['高清', '标清', '取消']);
    expect(labels(player, 'speed')?.at(-1)).toBe('取消');
    expect(labels(themed(), 'speed')).not.toContain('取消');
  });

  it('speed: 4, 2, 1 and 0.5, of a recording only', () => {
    const player = themed(builtInThemes.pcRec);
    player.play();
    expect(button(player, 'speed').isShown).toBe(false);
    player.playDay();
    expect(button(player, 'speed')).toMatchObject({ isShown: true, isDisabled: false });
    expect(labels(player, 'speed')).toEqual(['4 倍速', '2 倍速', '正常', '0.5 倍速']);
    const [fastest] = buttonRegistry.speed.menu?.(player.state) ?? [];
    expect(fastest).toMatchObject({ isChosen: false, request: { type: 'request.setRate', rate: 4 } });
  });

  it('speed: 16 and 8 if the engine has them; only those that the page names', () => {
    const player = themed(builtInThemes.pcRec);
    player.playDay(cloudDay, { rates: [0.5, 1, 2, 4, 8, 16] });
    expect(labels(player, 'speed')?.slice(0, 2)).toEqual(['16 倍速', '8 倍速']);
    player.send({ type: 'request.display', change: { speedOptions: [1, 2] } });
    expect(labels(player, 'speed')).toEqual(['2 倍速', '正常']);
  });

  it('speed: disabled if the engine has one', () => {
    const player = themed(builtInThemes.pcRec);
    player.playDay(cloudDay, { rate: false, rates: [] });
    expect(button(player, 'speed')).toMatchObject({ isDisabled: true, reason: 'player.noRate' });
  });
});

describe('the record button', () => {
  it('records live video and recordings, and is disabled with the reason where the engine cannot', () => {
    const player = themed(builtInThemes.pcRec);
    player.playDay();
    expect(button(player, 'recordvideo')).toMatchObject({ isShown: true, isDisabled: false });
    player.playDay(cloudDay, { record: false });
    expect(button(player, 'recordvideo')).toMatchObject({
      isDisabled: true,
      reason: 'recording.unavailable',
    });
  });
});

describe('names', () => {
  it('the serial number replaces the name until that is known, and is never shown twice', () => {
    const player = themed();
    player.setUp();
    player.send({ type: 'request.play' });
    expect(button(player, 'deviceID').text).toBe('DEMO00001');
    expect(button(player, 'deviceName').text).toBe('');
    player.resolved('Harbour');
    expect(button(player, 'deviceName').text).toBe('Harbour');
  });
});
