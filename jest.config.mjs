// `node` and `dom` are quick; `db` uses both databases; `media` real sockets and ffmpeg; `journeys`, `e2e` and `pages`
// real browsers: `journeys` what each kind of user does once, `e2e` what else plays, `pages` what only shows pages of the
// console. docs/guide/tests.md says which of them `npm test` runs.
const fileOf = (name) => `<rootDir>/tests/${name}.test.ts`;
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
  'media/playback',
  'media/recorder-crash',
  'media/rtsp-gst',
  'media/rtsp-udp',
  'media/transcode',
].map(fileOf);

const shared = {
  rootDir: import.meta.dirname,
  extensionsToTreatAsEsm: ['.ts', '.tsx', '.css'],
  transform: {
    '^.+\\.tsx?$': '<rootDir>/tests/kit/esbuild-transform.mjs',
    '^.+\\.css$': '<rootDir>/tests/kit/css-names.mjs',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.next', '<rootDir>/public'],
};
const node = (displayName, folders) => ({
  ...shared,
  displayName,
  testEnvironment: 'node',
  testMatch: folders.map((folder) => `<rootDir>/tests/${folder}/**/*.test.ts`),
});

const databases = {
  globalSetup: '<rootDir>/tests/kit/start-databases.mjs',
  globalTeardown: '<rootDir>/tests/kit/stop-databases.mjs',
};

const browsers = {
  globalSetup: '<rootDir>/tests/kit/start-shared.mjs',
  globalTeardown: '<rootDir>/tests/kit/stop-shared.mjs',
};

export default {
  // Only ends a test that hangs. Longer than the few waits of 30 s that a test may need on a busy machine, so that the
  // step that fails is reported, not the test. Jest has no timeout of a project.
  testTimeout: 120_000,
  projects: [
    node('node', ['architecture', 'unit', 'contracts', 'types']),
    {
      ...shared,
      displayName: 'dom',
      testEnvironment: 'jsdom',
      testMatch: ['<rootDir>/tests/dom/**/*.test.ts?(x)'],
      // Style sheets of the component library are no scripts either.
      transformIgnorePatterns: ['/node_modules/(?!@mantine/[a-z]+/styles\\.css$)'],
      setupFilesAfterEnv: ['<rootDir>/tests/kit/dom-timeout.ts'],
    },
    { ...node('db', ['db', 'api']), ...databases, testPathIgnorePatterns: long },
    { ...node('media', ['media']), ...databases, testPathIgnorePatterns: [...alone, ...long] },
    { ...node('journeys', ['journeys']), ...browsers },
    { ...node('long', []), ...databases, testMatch: long },
    {
      ...node('e2e', ['browser', 'e2e']),
      ...browsers,
      testPathIgnorePatterns: ['<rootDir>/tests/browser/console-', ...alone],
    },
    { ...node('alone', []), ...browsers, testMatch: alone },
    {
      ...node('pages', []),
      ...browsers,
      testMatch: ['<rootDir>/tests/browser/console-*.test.ts'],
    },
  ],
};
