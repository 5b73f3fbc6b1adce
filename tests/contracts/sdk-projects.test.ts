/** The packed SDK in projects of other kinds than ES modules on a server: bundlers, and CommonJS. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { buildSdk } from '../../scripts/build-sdk.mjs';
import { createSdkProject, type SdkProject } from '../kit/sdk-project.ts';

let built: string;
let project: SdkProject;

beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'oriel-sdk-'));
  const packed = join(built, 'packed');
  await buildSdk({ served: join(built, 'served'), packed });
  project = createSdkProject({ packed });
  project.link(
    'react',
    'react-dom',
    'scheduler',
    'vue',
    '@vue',
    '@babel',
    'estree-walker',
    'source-map-js',
    'entities',
    'csstype',
    '@types/react',
  );
}, 60_000);
afterAll(() => {
  project?.remove();
  rmSync(built, { recursive: true, force: true });
});

const entries = [
  'oriel-player',
  ...['react', 'vue', 'element', 'sync', 'ezuikit'].map((name) => `oriel-player/${name}`),
];

describe('a project with a bundler', () => {
  const bundlers = {
    esbuild: () =>
      project.run(
        project.bin('esbuild'),
        'page.mjs',
        '--bundle',
        '--minify',
        '--format=esm',
        '--outfile=out/page.js',
      ),
    vite: () => {
      project.write(
        'vite.config.mjs',
        "export default { build: { outDir: 'out', lib: { entry: 'page.mjs', formats: ['es'], fileName: () => 'page.js' } } };",
      );
      project.run(project.bin('vite'), 'build', '--logLevel', 'error');
    },
  };

  it.each(Object.keys(bundlers) as (keyof typeof bundlers)[])(
    '%s keeps the classic script, which is imported for its effect only, and drops what nothing imports',
    (bundler) => {
      project.write(
        'page.mjs',
        "import 'oriel-player/global';\nimport { createSyncGroup } from 'oriel-player/sync';\nconsole.log(Object.keys(globalThis.Oriel).join());",
      );
      bundlers[bundler]();
      expect(project.run(process.execPath, 'out/page.js').trim()).toBe('PlayerError,createPlayer,version');
      expect(readFileSync(join(project.folder, 'out/page.js'), 'utf8')).not.toContain('broadcast');
    },
  );

  it('sees that the React component is for the browser: its file begins with the directive of React', () => {
    const file = (name: string) => readFileSync(join(built, 'packed', name), 'utf8');
    expect(file('react.js')).toMatch(/^"use client";/);
    expect(file('react.cjs')).toMatch(/^("use strict";)?"use client";/);
  });

  it('does not try to bundle what the SDK loads from the server', () => {
    for (const name of readdirSync(join(built, 'packed')).filter((name) =>
      /^(oriel|ezuikit)\.c?js$/.test(name),
    )) {
      const imports = readFileSync(join(built, 'packed', name), 'utf8').match(/\bimport\(.{38}/g) ?? [];
      expect([name, imports.length > 0]).toEqual([name, true]);
      for (const text of imports) expect(text).toBe('import(/*webpackIgnore:true*//*@vite-ignore*/');
    }
  });
});

describe('a CommonJS project', () => {
  it('loads every entry by require, also without support of ES modules there', () => {
    project.write(
      'server.cjs',
      `const React = require('react');
       const { renderToString } = require('react-dom/server');
       const vue = require('vue');
       const { createPlayer, version } = require('oriel-player');
       require('oriel-player/global');
       console.log(typeof createPlayer, Oriel.version === version);
       const props = { server: 'https://a.example', app: 'key', getToken: () => '' };
       const { OrielPlayer } = require('oriel-player/react');
       console.log(renderToString(React.createElement(OrielPlayer, { ...props, className: 'camera' })));
       const camera = require('oriel-player/vue').OrielPlayer;
       require('vue/server-renderer').renderToString(vue.createSSRApp(() => vue.h(camera, props))).then(console.log);
       console.log(typeof require('oriel-player/element').OrielPlayerElement, typeof require('oriel-player/sync').createWall);
       const EZUIKit = require('oriel-player/ezuikit');
       console.log(EZUIKit.default.EZUIKitPlayer === EZUIKit.EZUIKitPlayer);`,
    );
    expect(project.run(process.execPath, '--preserve-symlinks', 'server.cjs').trim().split('\n')).toEqual([
      'function true',
      '<div class="camera"></div>',
      'function function',
      'true',
      '<div></div>',
    ]);
    // Node 20.19 and newer would load an ES module here.
    const modules = entries.map((name) =>
      project.run(process.execPath, '-p', `require.resolve('${name}')`).trim(),
    );
    expect(modules.filter((path) => !path.endsWith('.cjs'))).toEqual([]);
  });

  it.each(['node16', 'nodenext', 'bundler'])(
    'has the types of every entry with moduleResolution %s',
    (resolution) => {
      project.write(
        'page.ts',
        `import { createPlayer, PlayerError, type Player } from 'oriel-player';
       import { OrielPlayer, type OrielPlayerProps } from 'oriel-player/react';
       import { OrielPlayer as VuePlayer } from 'oriel-player/vue';
       import { createSyncGroup } from 'oriel-player/sync';
       import EZUIKit, { EZUIKitPlayer } from 'oriel-player/ezuikit';
       import 'oriel-player/element';
       import 'oriel-player/global';
       const player: Player = createPlayer('#camera', { server: '', app: '', getToken: () => '' });
       const props: OrielPlayerProps = { server: '', app: '', getToken: () => '' };
       document.querySelector('oriel-player')!.player?.play();
       createSyncGroup([player], { at: 0 });
       const classes: [typeof EZUIKitPlayer, string] = [EZUIKit.EZUIKitPlayer, Oriel.version];
       // @ts-expect-error: an element or a selector
       createPlayer(5, props);
       export { classes, OrielPlayer, PlayerError, VuePlayer };`,
      );
      const options = {
        strict: true,
        noEmit: true,
        target: 'es2022',
        module: resolution === 'bundler' ? 'preserve' : resolution,
        moduleResolution: resolution,
        esModuleInterop: true,
        lib: ['es2022', 'dom'],
        types: [],
        jsx: 'react-jsx',
      };
      project.write('tsconfig.json', JSON.stringify({ compilerOptions: options, files: ['page.ts'] }));
      let output = '';
      try {
        project.run(project.bin('tsc'), '-p', '.');
      } catch (error) {
        output = (error as { stdout: string }).stdout;
      }
      expect(output).toBe('');
    },
    60_000,
  );
});
