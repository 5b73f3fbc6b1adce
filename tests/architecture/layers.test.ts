import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { scanImports, violations } from './import-rules.mjs';
import { domainFolders, layeredFolders } from './layers.mjs';

const root = join(import.meta.dirname, '../..');

function sourceFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const folder of layeredFolders.filter((name) => existsSync(join(root, name))))
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts')) {
        const path = join(entry.parentPath, entry.name);
        files.set(relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8'));
      }
  return files;
}

describe('the import table', () => {
  it('holds for every file', () => {
    const files = sourceFiles();
    expect(files.size).toBeGreaterThan(20);
    expect(violations(files)).toEqual([]);
  });

  it.each([
    [
      'a layer that imports upwards',
      { 'lib/kernel/a.ts': "import { b } from '../domain/b.ts';" },
      /kernel.*domain/,
    ],
    [
      'media that imports the database',
      { 'lib/media/stream/a.ts': "import { b } from '../../db/b.ts';" },
      /mediaStream.*db/,
    ],
    ['a lazy import', { 'lib/db/a.ts': "const b = await import('../media/b.ts');" }, /db.*media/],
    ['an export from', { 'lib/contracts/a.ts': "export { b } from '../domain/b.ts';" }, /contracts.*domain/],
    [
      'a type from the wrong layer',
      { 'lib/kernel/a.ts': "import type { B } from '../http/b.ts';" },
      /kernel.*http/,
    ],
    [
      'code of the protocol in the SDK',
      { 'host-sdk/a.ts': "import { b } from '../lib/protocol/b.ts';" },
      /sdk.*protocol/,
    ],
    ['a dependency of the SDK', { 'host-sdk/a.ts': "import { z } from 'zod';" }, /no dependencies/],
    [
      'tests in production code',
      { 'lib/db/a.ts': "import { b } from '../../tests/kit/b.ts';" },
      /never imports tests/,
    ],
    [
      'a second user of mediabunny',
      { 'player-frame/boot.ts': "import { Output } from 'mediabunny';" },
      /only player-frame/,
    ],
    [
      'React in the state',
      { 'player-frame/state/a.ts': "import { useState } from 'react';" },
      /must not depend on React/,
    ],
    ['Node in the frame', { 'player-frame/a.ts': "import { readFile } from 'node:fs';" }, /runs in browsers/],
    [
      'engines that import state',
      { 'player-frame/engines/a.ts': "import { b } from '../state/b.ts';" },
      /do not depend on the player state/,
    ],
    [
      'features that import each other',
      { 'player-frame/features/zoom/a.ts': "import { b } from '../ptz/b.ts';" },
      /may combine features/,
    ],
    [
      'a shell that imports a page',
      { 'app/_console/shell/a.ts': "import { b } from '../pages/index.ts';" },
      /consoleShell.*consolePages/,
    ],
    [
      'a list that imports the tabs',
      { 'app/_console/resource/a.ts': "import type { B } from '../shell/tabs.ts';" },
      /consoleResource.*consoleShell/,
    ],
    [
      'a component that imports calls',
      { 'app/_console/ui/a.ts': "import { api } from '../api/request.ts';" },
      /consoleUi.*consoleApi/,
    ],
    [
      'a session that imports settings',
      { 'app/_console/session/a.ts': "import type { B } from '../settings/settings.ts';" },
      /consoleSession.*consoleSettings/,
    ],
    [
      'pages that import each other',
      { 'app/_console/pages/user/a.ts': "import { b } from '../dept/b.ts';" },
      /shared parts belong/,
    ],
    [
      'a stream that imports its outputs',
      { 'lib/media/stream/a.ts': "import type { B } from '../outputs/flv/b.ts';" },
      /mediaStream.*mediaOutputs/,
    ],
    [
      'an output that imports a source',
      { 'lib/media/outputs/flv/a.ts': "import { b } from '../../sources/rtsp/b.ts';" },
      /mediaOutputs.*mediaSources/,
    ],
    [
      'an output that imports the live plane',
      { 'lib/media/outputs/flv/a.ts': "import type { B } from '../../live-plane.ts';" },
      /mediaOutputs.*livePlane/,
    ],
    [
      'a page that loads zod',
      {
        'app/_console/pages/user/a.ts': "import { b } from '../../../../lib/contracts/admin/b.ts';",
        'lib/contracts/admin/b.ts': "import { c } from './c.ts';",
        'lib/contracts/admin/c.ts': "import { z } from 'zod';",
      },
      /pages\/user\/a.ts imports lib\/contracts\/admin\/b.ts, which loads zod/,
    ],
    ['a folder of the media plane without a row', { 'lib/media/stray/a.ts': 'export {};' }, /in no layer/],
    ['a folder of the console without a row', { 'app/_console/stray/a.ts': 'export {};' }, /in no layer/],
    ['a file outside every layer', { 'lib/stray.ts': 'export {};' }, /in no layer/],
    [
      'a file beside the folders of the console',
      { 'app/_console/stray.ts': 'export {};' },
      /app\/_console\/stray.ts is in no layer/,
    ],
    [
      'a cycle',
      { 'lib/kernel/a.ts': "import { b } from './b.ts';", 'lib/kernel/b.ts': "import { a } from './a.ts';" },
      /cycle: lib\/kernel\/a.ts/,
    ],
    [
      'a folder of the domain that imports a floor above',
      { 'lib/domain/resource/a.ts': "import { b } from '../console/b.ts';" },
      /domain\/resource\) imports .*domain\/console/,
    ],
    [
      'a type from a floor above',
      { 'lib/domain/audit/a.ts': "import type { B } from '../resource/b.ts';" },
      /domain\/audit\) imports .*domain\/resource/,
    ],
    [
      'a neighbour on the same floor',
      { 'lib/domain/themes/a.ts': "import { b } from '../devices/b.ts';" },
      /domain\/themes\) imports .*domain\/devices/,
    ],
    ['a folder of the domain without a floor', { 'lib/domain/stray/a.ts': 'export {};' }, /in no layer/],
    [
      'a cycle of types in the domain',
      {
        'lib/domain/audit/a.ts': "import type { B } from './b.ts';",
        'lib/domain/audit/b.ts': "import { a } from './a.ts';",
      },
      /^cycle: lib\/domain\/audit\/a.ts/m,
    ],
    [
      'a cycle of types in the media plane',
      {
        'lib/media/stream/a.ts': "import type { B } from './b.ts';",
        'lib/media/stream/b.ts': "import { a } from './a.ts';",
      },
      /^cycle: lib\/media\/stream\/a.ts/m,
    ],
    [
      'a cycle of types in the console, one of them loaded later',
      {
        'app/_console/ui/a.ts': "const b = () => import('./b.tsx');",
        'app/_console/ui/b.tsx': "import type { A } from './a.ts';",
      },
      /^cycle: app\/_console\/ui\/a.ts/m,
    ],
    [
      'a cycle of folders of the media plane',
      {
        'lib/media/stream/a.ts': "import { b } from '../outputs/flv/b.ts';",
        'lib/media/outputs/flv/c.ts': "import type { D } from '../../stream/d.ts';",
      },
      /folder cycle: lib\/media\/stream -> lib\/media\/outputs/,
    ],
    [
      'a cycle of outputs',
      {
        'lib/media/outputs/flv/a.ts': "import { b } from '../transcode/b.ts';",
        'lib/media/outputs/transcode/c.ts': "import type { D } from '../flv/d.ts';",
      },
      /folder cycle: lib\/media\/outputs\/flv -> lib\/media\/outputs\/transcode/,
    ],
    [
      'a cycle of folders of the console',
      {
        'app/_console/shell/a.ts': "import { b } from '../resource/b.ts';",
        'app/_console/resource/c.ts': "import type { D } from '../shell/page/d.ts';",
      },
      /folder cycle: app\/_console\/shell -> app\/_console\/resource/,
    ],
    [
      'a cycle of folders, each file of which has none',
      {
        'lib/domain/devices/a.ts': "import { b } from '../themes/b.ts';",
        'lib/domain/themes/c.ts': "import type { D } from '../devices/d.ts';",
      },
      /folder cycle: lib\/domain\/devices -> lib\/domain\/themes/,
    ],
  ])('catches %s', (_name, planted, sentence) => {
    expect(violations(new Map(Object.entries(planted))).join('\n')).toMatch(sentence);
  });

  it('orders the folders of the domain by layer, each beside folders of its own layer only', () => {
    const floorOf = new Map(domainFolders.map(({ folder, floor }) => [folder, floor]));
    expect(floorOf.size).toBe(domainFolders.length);
    for (const { floor, beside = [] } of domainFolders)
      expect(beside.map((folder) => floorOf.get(folder))).toEqual(beside.map(() => floor));
  });

  it('finds imports that span lines and ignores those in comments', () => {
    const source =
      "import {\n  a,\n  b,\n} from './x.ts';\n// import { c } from './y.ts';\n/* import './z.ts' */";
    expect(scanImports(source)).toEqual([{ specifier: './x.ts', typeOnly: false }]);
  });
});
