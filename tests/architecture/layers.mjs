const consoleBase = ['kernel', 'i18n', 'contracts', 'consoleText', 'consoleUi'];
const consoleData = [...consoleBase, 'consoleApi'];
const consoleUser = [...consoleData, 'consoleSession', 'consoleSettings', 'consolePageContext'];

/** Folders of the console client, lowest layer first; drawn in docs/design/console-client.md. */
const consoleFloors = [
  { name: 'consoleText', path: 'app/_console/text/', may: ['kernel', 'i18n'] },
  {
    name: 'consoleUi',
    path: 'app/_console/ui/',
    may: ['kernel', 'i18n', 'consoleText'],
    types: ['contracts'],
  },
  { name: 'consoleApi', path: 'app/_console/api/', may: consoleBase },
  { name: 'consoleSession', path: 'app/_console/session/', may: consoleData },
  { name: 'consoleSettings', path: 'app/_console/settings/', may: consoleBase },
  { name: 'consolePageContext', path: 'app/_console/shell/page/', may: consoleBase },
  { name: 'consoleShell', path: 'app/_console/shell/', may: consoleUser },
  { name: 'consoleResource', path: 'app/_console/resource/', may: consoleUser },
  {
    name: 'consolePages',
    path: 'app/_console/pages/',
    may: [
      ...[...consoleUser, 'consoleShell', 'consoleResource', 'sdk', 'sdkReact', 'sdkSync'],
      ...['recordedExport', 'codec', 'errorCatalogue'],
    ],
  },
];

/**
 * The folders of `lib/domain`, by floor. A folder may import every lower floor, and on its own floor only the folders
 * in `beside`. docs/design/domain.md lists the imports.
 */
export const domainFolders = [
  { folder: 'errors', floor: 0 },
  { folder: 'crypto', floor: 0, beside: ['errors'] },
  { folder: 'tenancy', floor: 0 },
  { folder: 'limits', floor: 0 },
  { folder: 'images', floor: 0, beside: ['errors'] },
  { folder: 'settings', floor: 0, beside: ['crypto', 'tenancy'] },
  { folder: 'identity', floor: 1 },
  { folder: 'access', floor: 2 },
  { folder: 'audit', floor: 2 },
  { folder: 'areas', floor: 3 },
  { folder: 'resource', floor: 3 },
  { folder: 'seed', floor: 3 },
  { folder: 'accounts', floor: 4 },
  { folder: 'alarms', floor: 4, beside: ['devices', 'recordings'] },
  { folder: 'applications', floor: 4 },
  { folder: 'apps', floor: 4 },
  { folder: 'articles', floor: 4, beside: ['system', 'uploads'] },
  { folder: 'devices', floor: 4 },
  { folder: 'exports', floor: 4 },
  { folder: 'freight', floor: 4 },
  { folder: 'jobs', floor: 4 },
  { folder: 'live', floor: 4, beside: ['devices', 'recordings'] },
  { folder: 'maps', floor: 4, beside: ['devices'] },
  { folder: 'messages', floor: 4, beside: ['monitoring', 'system', 'uploads'] },
  { folder: 'monitoring', floor: 4, beside: ['alarms', 'recordings'] },
  { folder: 'statistics', floor: 4, beside: ['devices', 'live', 'recordings'] },
  { folder: 'ptz', floor: 4, beside: ['devices'] },
  { folder: 'recordings', floor: 4, beside: ['devices'] },
  { folder: 'system', floor: 4, beside: ['uploads'] },
  { folder: 'talk', floor: 4, beside: ['devices', 'recordings'] },
  { folder: 'themes', floor: 4, beside: ['uploads'] },
  { folder: 'uploads', floor: 4 },
  { folder: 'operations', floor: 5 },
  { folder: 'console', floor: 5 },
  { folder: 'wiring', floor: 6 },
];

const belowDomain = [
  ...['kernel', 'i18n', 'ezopen', 'errorCatalogue', 'contracts', 'db'],
  ...['mediaPorts', 'talkPorts'],
];

const domainLayers = domainFolders.map(({ folder, floor, beside = [] }) => ({
  name: `domain/${folder}`,
  path: `lib/domain/${folder}/`,
  may: [
    ...belowDomain,
    ...domainFolders
      .filter((other) => other.floor < floor || beside.includes(other.folder))
      .map((other) => `domain/${other.folder}`),
  ],
}));

/** Files and folders of the media plane, lowest layer first; drawn in docs/design/live.md. */
const mediaFloors = [
  { name: 'mediaPorts', path: 'lib/media/ports.ts', may: ['kernel'], types: ['codec'] },
  { name: 'talkPorts', path: 'lib/media/talk-ports.ts', may: ['kernel', 'mediaPorts'] },
  { name: 'mediaNet', path: 'lib/media/net/', may: ['kernel', 'mediaPorts'] },
  { name: 'mediaObjectStore', path: 'lib/media/object-store/', may: ['kernel', 'mediaPorts'] },
  { name: 'mediaStream', path: 'lib/media/stream/', may: ['kernel', 'codec', 'mediaPorts'] },
  { name: 'mediaSources', path: 'lib/media/sources/', may: ['kernel', 'codec', 'mediaPorts', 'mediaNet'] },
  { name: 'mediaRecordings', path: 'lib/media/recordings/', may: ['kernel', 'codec', 'mediaPorts'] },
  {
    name: 'mediaOutputs',
    path: 'lib/media/outputs/',
    may: ['kernel', 'codec', 'mediaPorts', 'mediaStream', 'mediaRecordings'],
  },
  {
    name: 'mediaPlayback',
    path: 'lib/media/playback/',
    may: ['kernel', 'codec', 'mediaPorts', 'mediaRecordings', 'mediaOutputs'],
  },
  {
    name: 'mediaTalk',
    path: 'lib/media/talk/',
    may: [
      ...['kernel', 'codec', 'mediaPorts', 'talkPorts'],
      ...['mediaNet', 'mediaStream', 'mediaSources', 'mediaOutputs'],
    ],
  },
  {
    name: 'mediaPeers',
    path: 'lib/media/gateway/peers/',
    may: ['kernel', 'mediaPorts', 'talkPorts', 'mediaNet'],
  },
  {
    name: 'mediaGateway',
    path: 'lib/media/gateway/',
    may: ['kernel', 'mediaPorts', 'talkPorts', 'mediaOutputs'],
  },
  { name: 'mediaControl', path: 'lib/media/control/', may: ['kernel', 'mediaPorts', 'mediaNet'] },
  { name: 'mediaMotion', path: 'lib/media/motion/', may: ['kernel', 'mediaPorts', 'mediaStream'] },
  {
    name: 'replayPlane',
    path: 'lib/media/replay-plane.ts',
    may: ['kernel', 'mediaPorts', 'mediaStream', 'mediaOutputs'],
  },
  {
    name: 'livePlane',
    path: 'lib/media/live-plane.ts',
    may: ['kernel', 'mediaPorts', 'mediaStream', 'mediaOutputs'],
  },
  {
    name: 'recordingPlane',
    path: 'lib/media/recording-plane.ts',
    may: ['kernel', 'mediaPorts', 'mediaStream', 'mediaOutputs', 'mediaRecordings'],
    types: ['livePlane'],
  },
  {
    name: 'talkPlane',
    path: 'lib/media/talk-plane.ts',
    may: ['kernel', 'codec', 'mediaPorts', 'talkPorts', 'mediaStream', 'mediaOutputs', 'mediaTalk'],
    types: ['livePlane'],
  },
  {
    name: 'alarmPlane',
    path: 'lib/media/alarm-plane.ts',
    may: ['kernel', 'mediaPorts', 'mediaControl', 'mediaMotion'],
    types: ['livePlane'],
  },
];

/**
 * Which layer may import which. Each layer may also import itself; any other import is an error, including type
 * imports. A file belongs to the first layer whose `path` is a prefix of its path, so specific entries come before
 * their folder. `domain` in `may` means every folder of `lib/domain`. From the layers in `types` only types may be
 * imported.
 */
export const layers = [
  { name: 'kernel', path: 'lib/kernel/', may: [] },
  { name: 'codec', path: 'lib/codec/', may: ['kernel'] },
  { name: 'i18n', path: 'lib/i18n/', may: ['kernel'] },
  { name: 'errorCatalogue', path: 'lib/error-catalogue/', may: ['kernel', 'i18n'] },
  { name: 'ezopen', path: 'lib/ezopen/', may: ['kernel'] },
  { name: 'plainStream', path: 'lib/plain-stream/', may: ['kernel'] },
  { name: 'recordedExport', path: 'lib/recorded-export/', may: ['kernel', 'codec'] },
  { name: 'protocol', path: 'lib/protocol/', may: ['kernel', 'ezopen'] },
  { name: 'contracts', path: 'lib/contracts/', may: ['kernel', 'i18n', 'ezopen'] },
  { name: 'db', path: 'lib/db/', may: ['kernel'] },
  ...mediaFloors,
  ...domainLayers,
  { name: 'domainWiring', path: 'lib/domain/create-domain.ts', may: [...belowDomain, 'domain'] },
  {
    name: 'sessionGate',
    path: 'lib/http/current-session.ts',
    may: ['kernel', 'i18n', 'domain'],
    types: ['contracts'],
  },
  {
    name: 'http',
    path: 'lib/http/',
    may: ['kernel', 'i18n', 'errorCatalogue', 'contracts', 'domain', 'domainWiring', 'sessionGate'],
  },
  {
    name: 'server',
    path: 'lib/server/',
    may: [
      'kernel',
      'i18n',
      'errorCatalogue',
      'ezopen',
      'protocol',
      'contracts',
      'db',
      'mediaPorts',
      'mediaNet',
      'mediaSources',
      'mediaObjectStore',
      'mediaRecordings',
      'mediaOutputs',
      'mediaPlayback',
      'mediaControl',
      'livePlane',
      'alarmPlane',
      'talkPorts',
      'mediaTalk',
      'mediaPeers',
      'mediaGateway',
      'talkPlane',
      'recordingPlane',
      'replayPlane',
      'domain',
      'domainWiring',
      'sessionGate',
      'http',
    ],
  },
  { name: 'sdkGuards', path: 'host-sdk/guards.generated.ts', may: [], types: ['protocol'] },
  { name: 'sdkSync', path: 'host-sdk/sync/', may: [], types: ['sdk'] },
  { name: 'sdkPicture', path: 'host-sdk/picture/', may: [] },
  { name: 'sdkReact', path: 'host-sdk/react/', may: ['sdk'] },
  { name: 'sdkVue', path: 'host-sdk/vue/', may: ['sdk'] },
  { name: 'sdkElement', path: 'host-sdk/element/', may: ['sdk'] },
  {
    name: 'sdkEzuikit',
    path: 'host-sdk/ezuikit/',
    may: ['kernel', 'i18n', 'ezopen', 'contracts', 'plainStream', 'sdk', 'sdkSync'],
  },
  { name: 'sdk', path: 'host-sdk/', may: ['sdkGuards'], types: ['protocol'] },
  {
    name: 'playerFrame',
    path: 'player-frame/',
    may: [
      ...['kernel', 'codec', 'i18n', 'errorCatalogue', 'ezopen', 'contracts', 'protocol', 'sdkGuards'],
      ...['plainStream', 'recordedExport'],
    ],
  },
  ...consoleFloors,
  {
    name: 'appConsole',
    path: 'app/',
    may: [
      'kernel',
      'i18n',
      'contracts',
      'sessionGate',
      'sdk',
      'sdkReact',
      ...consoleFloors.map(({ name }) => name),
    ],
  },
  { name: 'sampleHost', path: 'sample-host/', may: [] },
];

/**
 * Folders whose files must each match a layer inside the folder: the layer of the surrounding folder does not apply.
 */
export const folderOnlyFolders = ['app/_console/'];

/** Folders whose files must each belong to a layer. */
export const layeredFolders = ['lib', 'host-sdk', 'player-frame', 'app', 'sample-host'];

/**
 * Cycles are errors here even through type imports and lazy imports, between files and between the folders directly
 * below each entry.
 */
export const acyclicFolders = [
  'lib/domain/',
  'lib/media/',
  'lib/media/outputs/',
  'lib/media/sources/',
  'app/_console/',
  'app/_console/resource/',
  'app/_console/session/',
  'app/_console/shell/',
];

/**
 * Documents that draw the folders below `base`, with an arrow for each import; a test compares the diagrams with the
 * code.
 */
export const drawnFolders = [
  { base: 'lib/domain/', page: 'docs/design/domain.md' },
  { base: 'lib/media/', page: 'docs/design/live.md' },
  { base: 'app/_console/', page: 'docs/design/console-client.md' },
];

/** Packages that only these files or folders may import; other code uses those. */
export const packageOwners = [
  { package: 'janus-gateway', owner: 'player-frame/talk/talk-client.ts' },
  { package: 'mediabunny', owner: ['player-frame/recorder/mp4-file.ts', 'lib/media/talk/audio/'] },
  { package: '@mediabunny/aac-encoder', owner: 'lib/media/talk/audio/' },
  { package: 'mpegts.js', owner: 'player-frame/engines/plain/play-with-mpegts.ts' },
  { package: 'croner', owner: 'lib/domain/jobs/cron.ts' },
  { package: 'libsql', owner: 'lib/db/' },
  { package: 'pg', owner: 'lib/db/' },
  { package: 'sharp', owner: 'lib/domain/images/load-sharp.ts' },
  { package: '@evan/opus', owner: 'lib/media/talk/audio/opus-codec.ts' },
  { package: 'nodemailer', owner: 'lib/server/mail-sender.ts' },
  { package: 'prom-client', owner: 'lib/http/metrics-handler.ts' },
  { package: 'onvif', owner: 'lib/media/control/onvif-cam.ts' },
];

/** Forbidden imports inside the player frame: files below `from` may not import files below `to`. */
export const forbiddenInside = [
  {
    from: 'player-frame/engines/',
    to: 'player-frame/state/',
    because: 'engines report events and do not depend on the player state',
  },
  {
    from: 'player-frame/engines/',
    to: 'player-frame/features/',
    because: 'engines do not depend on controls',
  },
  {
    from: 'player-frame/engines/',
    to: 'player-frame/session/',
    because: 'the session controls engines, not the other way round',
  },
  {
    from: 'player-frame/engines/',
    to: 'player-frame/ui/',
    because: 'engines draw into an element they are given',
  },
  {
    from: 'player-frame/recorder/',
    to: 'player-frame/state/',
    because: 'the recorder writes samples and does not depend on the player state',
  },
  {
    from: 'player-frame/recorder/',
    to: 'player-frame/session/',
    because: 'engines control the recorder, not the other way round',
  },
  { from: 'player-frame/state/', to: 'player-frame/session/', because: 'the state has no side effects' },
  { from: 'player-frame/state/', to: 'player-frame/ui/', because: 'the state does not depend on the view' },
  { from: 'player-frame/state/', to: 'player-frame/react/', because: 'the state does not depend on React' },
  {
    from: 'player-frame/features/',
    to: 'player-frame/ui/',
    because: 'ui composes features, not the other way round',
  },
];

/** Folders with code that runs in browsers, followed by the packages that run only in Node. */
export const browserFolders = [
  'host-sdk/',
  'player-frame/',
  'lib/codec/',
  'lib/protocol/',
  'lib/ezopen/',
  'lib/recorded-export/',
  'lib/i18n/',
  'lib/error-catalogue/',
  'lib/contracts/',
];
export const nodeOnlyPackages = [
  'ws',
  'pino',
  'kysely',
  'libsql',
  'pg',
  'onvif',
  'next',
  'commander',
  'esbuild',
  'tsx',
];
export const reactFreeFolders = [
  'player-frame/state/',
  'player-frame/engines/',
  'player-frame/session/',
  'player-frame/boot.ts',
];
