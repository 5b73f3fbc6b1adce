// The parts of the tests. `node` and `dom` are quick; `db` uses both databases; `media` real sockets and ffmpeg;
// `journeys`, `e2e` and `pages` real browsers: `journeys` what each kind of user does once, `e2e` what else plays,
// `pages` what only shows pages of the console. docs/guide/tests.md says which of them `npm test` runs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const fileOf = (name) => `tests/${name}.test.ts`;
/** Those of `media` and `e2e` that play many videos at once or cut networks: nothing else runs beside them. */
const alone = [
  'media/stalled-viewers',
  'e2e/hostile-network',
  'e2e/network-cut',
  'e2e/sample-wall',
  'e2e/video-wall',
].map(fileOf);
/** Those of `db` and `media` that take long: faults, jumps of the clock, fuzz runs, and other programs. */
const long = [
  'api/console-attack-input',
  'api/console-attack-race',
  'db/clock-jumps',
  'db/durability',
  'db/full-disk',
  'db/import-killed',
  'media/demo-moving',
  'media/export',
  'media/gateway-fuzz',
  'media/live-output-renewal',
  'media/lossy-camera',
  'media/onvif-events',
  'media/onvif-ptz',
  'media/other-players',
  'media/playback',
  'media/recorder-crash',
  'media/rtsp-gst',
  'media/rtsp-udp',
  'media/transcode',
].map(fileOf);
/** Those of `unit` that need time, a network or other processes: they run with `media`, whose failed files run again. */
const timed = [
  'unit/console-stream-answer',
  'unit/download-export',
  'unit/flv-input',
  'unit/object-store-answers',
  'unit/s3-object-store',
  'unit/segment-tier',
  'unit/server/data-lock',
  'unit/server/ignore-upgrade',
  'unit/server/static-files',
].map(fileOf);

/**
 * An ECMAScript module that assigns `module.exports` where `module` exists, as it does in Vitest, but in no browser and
 * no bundle.
 */
const janus = {
  name: 'janus-gateway',
  transform: (code, id) => (id.includes('/janus-gateway/') ? `var module = undefined;\n${code}` : undefined),
};

const part = (name, include, more = {}) => ({
  plugins: [janus],
  test: {
    name,
    include,
    // The files of a worker share their modules: loading them takes longer than most files.
    pool: 'forks',
    isolate: false,
    setupFiles: ['tests/kit/same-globals.ts'],
    // Only ends a test that hangs. Longer than the few waits of 30 s that a test may need on a busy machine, so that
    // the step that fails is reported, not the test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    server: { deps: { inline: ['janus-gateway'] } },
    ...more,
  },
});

/** Those of `dom` that need a module which no other file has loaded. Files that replace modules are found by it. */
const needsNewModules = (file, text) => text.includes('vi.doMock(') || file === 'error-explanations.test.tsx';
/** They replace the modules that call the server, each by its own substitute. */
const domKits = ['console-page-view', 'console-shell', 'resource-page'];
/**
 * Files of `dom` share modules with those that use the same kit, as `dom-console-shell`; the ones that replace modules
 * themselves, or need new ones, share nothing.
 */
const domFiles = readdirSync(join(import.meta.dirname, 'tests/dom')).map((file) => {
  const text = readFileSync(join(import.meta.dirname, 'tests/dom', file), 'utf8');
  const kit = needsNewModules(file, text)
    ? 'alone'
    : domKits.find((name) => text.includes(`kit/${name}.tsx'`));
  return { path: `tests/dom/${file}`, kit };
});
const domSetup = (kit) => ['tests/kit/dom-setup.ts', `tests/kit/${kit}-mocks.ts`];
const domPart = (name, kit, more = {}) =>
  part(
    name,
    domFiles.flatMap((file) => (file.kit === kit ? [file.path] : [])),
    {
      environment: './tests/kit/dom-environment.mjs',
      // A class has the name that it has in its file, and no rule applies.
      css: { include: [], modules: { classNameStrategy: 'non-scoped' } },
      ...more,
    },
  );
const dom = [
  domPart('dom', undefined, { setupFiles: ['tests/kit/same-globals.ts', 'tests/kit/dom-setup.ts'] }),
  ...domKits.map((kit) => domPart(`dom-${kit}`, kit, { setupFiles: domSetup(kit) })),
  domPart('dom-alone', 'alone', { isolate: true, setupFiles: domSetup('console-page-view') }),
];
const databases = { globalSetup: 'tests/kit/start-databases.mjs' };
const browsers = { globalSetup: 'tests/kit/start-shared.mjs' };

export default defineConfig({
  test: {
    projects: [
      part('node', ['tests/{architecture,unit,contracts,types}/**/*.test.ts'], { exclude: timed }),
      ...dom,
      part('db', ['tests/{db,api}/**/*.test.ts'], { ...databases, exclude: long }),
      part('media', ['tests/media/**/*.test.ts', ...timed], { ...databases, exclude: [...alone, ...long] }),
      part('journeys', ['tests/journeys/**/*.test.ts'], browsers),
      part('long', long, databases),
      part('e2e', ['tests/{browser,e2e}/**/*.test.ts'], {
        ...browsers,
        exclude: ['tests/browser/console-*.test.ts', ...alone],
      }),
      part('alone', alone, {
        globalSetup: ['tests/kit/start-databases.mjs', 'tests/kit/start-shared.mjs'],
      }),
      part('pages', ['tests/browser/console-*.test.ts'], browsers),
    ],
  },
});
