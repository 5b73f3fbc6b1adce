import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { buildSdk } from '../../scripts/build-sdk.mjs';
import { createSdkProject, type SdkProject } from '../kit/sdk-project.ts';

const root = resolve(import.meta.dirname, '../..');
let built: string;
let project: SdkProject;
let folder: string;
let bytes: number;

const run: SdkProject['run'] = (...command) => project.run(...command);

beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'oriel-sdk-'));
  bytes = await buildSdk({ served: join(built, 'served'), packed: join(built, 'packed') });
  project = createSdkProject({ packed: join(built, 'packed'), manifest: { type: 'module' } });
  ({ folder } = project);
}, 60_000);
afterAll(() => {
  project?.remove();
  rmSync(built, { recursive: true, force: true });
});

describe('the SDK as a package', () => {
  // The original limit of 2,048 bytes was set for 16 calls and 6 events. There are now 46 and 41, with 130 more field
  // names, and messages that name a wrong container or server. 290 bytes are the names of the calls, events and fields of
  // recordings, 140 those of talk and voice messages, and the last 190 those of picture-in-picture, most of which is a file
  // of its own; a proxy instead of the names would save 90, but a page could no longer test for a method.
  it('stays small: 3,820 bytes gzipped', () => {
    expect(bytes).toBeLessThanOrEqual(3_820);
  });

  it('contains the module, the classic script, the types and a README, and has no dependencies', () => {
    const installed = join(folder, 'node_modules/oriel-player');
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(manifest.version).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
    expect(manifest.dependencies).toBeUndefined();
    for (const file of [
      'oriel.js',
      'oriel.global.js',
      'oriel.d.ts',
      'react.js',
      'vue.js',
      'element.js',
      'ezuikit.js',
      'README.md',
      'LICENSE',
    ])
      expect(readFileSync(join(installed, file), 'utf8').length).toBeGreaterThan(500);
  });

  it('can be imported on a server, where there is no DOM', () => {
    writeFileSync(
      join(folder, 'ssr.js'),
      `import { createPlayer, PlayerError, version } from 'oriel-player';
       import 'oriel-player/global';
       const failure = { code: '10002', message: 'expired', source: 'service', retryable: true };
       const error = new PlayerError(failure);
       console.log(typeof createPlayer, error instanceof Error, error.code, error.message, error.name);
       console.log(Object.keys(Oriel).join(), version, Oriel.version);`,
    );
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(run(process.execPath, 'ssr.js').trim()).toBe(
      `function true 10002 expired PlayerError\nPlayerError,createPlayer,version ${version} ${version}`,
    );
  });

  it('renders its React component on a server, from its own entry', () => {
    project.link('react', 'react-dom', 'scheduler', '@types/react');
    writeFileSync(
      join(folder, 'react.js'),
      `import { createElement } from 'react';
       import { renderToString } from 'react-dom/server';
       import { OrielPlayer } from 'oriel-player/react';
       const props = { server: 'https://a.example', app: 'key', getToken: () => '', className: 'camera' };
       console.log(renderToString(createElement(OrielPlayer, { ...props, style: { height: 360 } })));`,
    );
    const html = '<div class="camera" style="height:360px"></div>';
    expect(run(process.execPath, '--preserve-symlinks', 'react.js').trim()).toBe(html);
  });

  it('renders its Vue component on a server, and defines no element there', () => {
    project.link('vue');
    writeFileSync(
      join(folder, 'vue.js'),
      `import { createSSRApp, h } from 'vue';
       import { renderToString } from 'vue/server-renderer';
       import { OrielPlayer } from 'oriel-player/vue';
       import { OrielPlayerElement } from 'oriel-player/element';
       const props = { server: 'https://a.example', app: 'key', getToken: () => '', class: 'camera' };
       console.log(await renderToString(createSSRApp(() => h(OrielPlayer, { ...props, style: { height: '360px' } }))));
       console.log(typeof OrielPlayerElement);`,
    );
    expect(run(process.execPath, 'vue.js').trim()).toBe(
      '<div class="camera" style="height:360px;"></div>\nfunction',
    );
  });

  it('imports the EZUIKit facade on a server, too', () => {
    writeFileSync(
      join(folder, 'ezuikit.js'),
      `import EZUIKit, { EZUIKitPlayer } from 'oriel-player/ezuikit';
       console.log(EZUIKit.EZUIKitPlayer === EZUIKitPlayer, EZUIKitPlayer.version, Object.keys(EZUIKit).join());`,
    );
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(run(process.execPath, 'ezuikit.js').trim()).toBe(
      `true ${version} Core,EVENTS,EZUIKitHD,EZUIKitInspection,EZUIKitInspectionUI,EZUIKitPlayer,EZWebRtc,FLV,HLS,LOCALES,PlayerError,TEMPLATES,configure,parseStreamAddress,version`,
    );
  });

  it('passes publint and Are The Types Wrong, as ES modules and as CommonJS', () => {
    const packed = join(built, 'packed');
    const { bin } = project;
    expect(run(bin('publint'), 'run', packed, '--strict', '--pack', 'npm')).toContain('All good!');
    // attw exits with an error for any problem. Consumers that do not read `exports` are excluded.
    expect(run(bin('attw'), '--pack', packed, '--profile', 'node16', '--no-color')).toContain(
      'oriel-player/ezuikit',
    );
  }, 60_000);

  it('does not shorten public names', () => {
    const text = readFileSync(join(built, 'packed/oriel.js'), 'utf8');
    for (const name of ['play', 'changePlayUrl', 'getOSDTime', 'destroy', 'ready', 'iframe', 'state', 'off'])
      expect(text).toMatch(new RegExp(`[{,;."\\s]${name}[:(=\\s\\d"]`));
    const served = readFileSync(join(built, 'served/oriel.js'));
    expect(gzipSync(served, { level: 9 }).length).toBe(bytes);
  });

  it('has types that an integrator can use, strictly and without internal ones', () => {
    writeFileSync(
      join(folder, 'page.ts'),
      `import { createPlayer, PlayerError, type PlayerSnapshot, version } from 'oriel-player';
       const major: string | undefined = version.split('.')[0];
       const player = createPlayer(document.body, {
         server: 'https://video.example.com',
         app: 'key',
         getToken: async (reason) => (reason === 'denied' ? 'a' : 'b'),
       });
       const off: () => void = player.on('state', (state: PlayerSnapshot) => state.phase === 'playing');
       player.on('handleError', (error) => console.warn(error.code.toUpperCase(), error.detail?.solution));
       const time: Promise<number> = player.getOSDTime({ signal: AbortSignal.timeout(5) });
       player.play('ezopen://…').catch((error: unknown) => error instanceof PlayerError && error.retryable);
       // @ts-expect-error: no such event
       player.on('nothing', () => {});
       // @ts-expect-error: a token is required
       createPlayer(document.body, { server: '', app: '' });
       // @ts-expect-error: read only
       player.state = undefined;
       export { major, off, time };`,
    );
    writeFileSync(
      join(folder, 'old-page.ts'),
      `import EZUIKit, { EZUIKitPlayer } from 'oriel-player/ezuikit';
       const player = new EZUIKitPlayer({ id: 'box', accessToken: '', url: '', handleError: (e: { msg: string }) => e.msg });
       player.eventEmitter.on(EZUIKitPlayer.EVENTS['play'] as string, (payload) => payload);
       const sound: Promise<number> = player.openSound();
       new EZUIKit.HLS('video', 'https://a.example/live.m3u8').stop();
       // @ts-expect-error: no such method
       player.nothing();
       export { sound };`,
    );
    writeFileSync(
      join(folder, 'element.ts'),
      `import 'oriel-player/element';
       const element = document.createElement('oriel-player');
       element.getToken = async () => 'token';
       element.scaleMode = 'fill';
       element.options = { disabledPTZ: true };
       element.addEventListener('error', ({ detail }) => detail.code.toUpperCase());
       element.addEventListener('click', (event) => event.preventDefault());
       // @ts-expect-error: belongs to the element
       element.player = undefined;
       // @ts-expect-error: a number
       element.volume = 'loud';
       // As Svelte reads it.
       export const tag: svelteHTML.IntrinsicElements['oriel-player'] = {
         class: 'camera', scaleMode: 'fill', onerror: ({ detail }) => detail.code.length,
       };
       // @ts-expect-error: a number
       export const wrong: svelteHTML.IntrinsicElements['oriel-player'] = { volume: 'loud' };`,
    );
    writeFileSync(
      join(folder, 'element-in-react.tsx'),
      `import 'oriel-player/element';
       import type {} from 'oriel-player/react';
       export const player = (
         <oriel-player
           className="camera" server="" app="" getToken={() => ''} scaleMode="fill"
           ref={(element) => void element?.player?.stop()} onstate={({ detail }) => detail.phase}
         />
       );
       // @ts-expect-error: a number
       export const wrong = <oriel-player volume="loud" />;`,
    );
    writeFileSync(
      join(folder, 'vue-page.ts'),
      `import { type GlobalComponents, h, ref } from 'vue';
       import { OrielPlayer } from 'oriel-player/vue';
       const camera = ref<InstanceType<typeof OrielPlayer>>();
       const props = { server: '', app: '', getToken: () => '' };
       h(OrielPlayer, { ...props, volume: 5, onError: (failure) => failure.code.length, ref: camera });
       // @ts-expect-error: a number
       h(OrielPlayer, { ...props, volume: 'loud' });
       type Element = InstanceType<GlobalComponents['oriel-player']>['$props'];
       export const element: Element = { scaleMode: 'fill', onError: ({ detail }) => detail.code.length };
       void camera.value?.player?.play();`,
    );
    writeFileSync(
      join(folder, 'script.ts'),
      `/// <reference path="./node_modules/oriel-player/oriel.global.d.ts" />
       const made: Oriel.Player = Oriel.createPlayer(document.body, { server: '', app: '', getToken: () => '' });
       void made;`,
    );
    const options = {
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        skipLibCheck: false,
        target: 'es2022',
        module: 'nodenext',
        moduleResolution: 'nodenext',
        // Treats script.ts as a classic script, not as a module.
        moduleDetection: 'legacy',
        lib: ['es2022', 'dom'],
        types: [],
        jsx: 'react-jsx',
      },
      files: ['page.ts', 'script.ts', 'old-page.ts', 'element.ts', 'element-in-react.tsx', 'vue-page.ts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
    let output = '';
    try {
      run(process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '-p', '.');
    } catch (error) {
      output = (error as { stdout: string }).stdout;
    }
    expect(output).toBe('');
  }, 60_000);
});
