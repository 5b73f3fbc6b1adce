// Checks for system packages that tests need and, as root, installs missing ones. Node built-ins only,
// because it runs on a fresh clone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);

/** What is needed, a check for it, and the Debian packages that contain it. `isSoakOnly`: for `npm run soak`. */
const systemNeeds = [
  { what: 'Chromium', present: () => existsSync('/usr/bin/chromium'), packages: ['chromium'] },
  {
    what: "Chromium's headless shell",
    present: () => existsSync('/usr/bin/chromium-headless-shell'),
    packages: ['chromium-headless-shell'],
  },
  { what: 'fonts with Chinese', present: () => hasFont(), packages: ['fonts-noto-cjk'] },
  { what: 'ffmpeg', present: () => onPath('ffmpeg') && onPath('ffprobe'), packages: ['ffmpeg'] },
  { what: 'espeak-ng', present: () => onPath('espeak-ng'), packages: ['espeak-ng'] },
  { what: 'PostgreSQL', present: () => postgresBinaries() !== null, packages: ['postgresql'] },
  { what: 'GStreamer', present: () => onPath('gst-launch-1.0'), packages: ['gstreamer1.0-tools'] },
  {
    what: "GStreamer's RTSP server",
    present: () =>
      spawnSync('/usr/bin/python3', ['-c', "import gi; gi.require_version('GstRtspServer', '1.0')"])
        .status === 0,
    packages: [
      'gir1.2-gst-rtsp-server-1.0',
      'gstreamer1.0-plugins-base',
      'gstreamer1.0-plugins-good',
      'gstreamer1.0-plugins-bad',
      'gstreamer1.0-plugins-ugly',
      'python3-gi',
    ],
  },
  // Without its user interface.
  { what: 'VLC', present: () => onPath('vlc'), packages: ['vlc-bin', 'vlc-plugin-base'] },
  {
    what: 'footage for the RTSP tests',
    present: () => existsSync('/usr/share/doc/opencv-doc/examples'),
    packages: ['opencv-doc'],
  },
  {
    what: 'Firefox',
    present: () => existsSync('/usr/bin/firefox-esr'),
    // Firefox decodes H.264 with system libraries.
    packages: ['firefox-esr', 'libavcodec59'],
  },
  {
    what: 'WebKit',
    present: () => onPath('WebKitWebDriver') && onPath('Xvfb') && hasWebKitCodecs(),
    packages: [
      'webkit2gtk-driver',
      'libwebkit2gtk-4.1-0',
      'xvfb',
      'gstreamer1.0-libav',
      'gstreamer1.0-plugins-bad',
    ],
  },
  {
    what: 'a sound card for browsers',
    present: () => onPath('pulseaudio') && onPath('parec'),
    packages: ['pulseaudio', 'pulseaudio-utils'],
  },
  {
    what: 'PHP',
    present: () => onPath('php'),
    packages: ['php-cli'],
  },
  {
    what: 'Java and Go',
    present: () => onPath('javac') && onPath('go'),
    packages: ['default-jdk-headless', 'golang-go'],
    isSoakOnly: true,
  },
  {
    what: 'Janus and a TURN server',
    present: () => onPath('janus') && onPath('turnserver'),
    packages: ['janus', 'coturn'],
  },
  {
    what: 'network namespaces',
    present: () => onPath('ip') && onPath('nft'),
    packages: ['iproute2', 'nftables'],
  },
  {
    what: 'a clock that can be set for one process',
    present: () => onPath('faketime'),
    packages: ['faketime'],
  },
  {
    what: 'disks whose power can be cut',
    present: () => onPath('perl') && onPath('mkfs.ext4'),
    packages: ['perl', 'e2fsprogs'],
  },
];

function onPath(program) {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin'];
  return folders.some((folder) => folder !== '' && existsSync(join(folder, program)));
}

function hasFont() {
  return existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc');
}

/** WebKitGTK decodes with GStreamer. */
function hasWebKitCodecs() {
  return existsSync('/usr/lib/x86_64-linux-gnu/gstreamer-1.0/libgstlibav.so');
}

function postgresBinaries() {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  return versions.find((version) => existsSync(`/usr/lib/postgresql/${version}/bin/initdb`)) ?? null;
}

/**
 * Installs the missing ones of the named needs (default: all). If that is not possible, throws with
 * instructions.
 */
export function provisionSystem({ names: wanted, user = 'The tests' } = {}) {
  const unknown = wanted?.find((name) => !systemNeeds.some(({ what }) => what === name));
  if (unknown) throw new Error(`Unknown requirement: ${unknown}.`);
  const isSoak = process.env.ORIEL_SOAK === '1';
  const needs = systemNeeds.filter(
    ({ what, isSoakOnly }) => wanted?.includes(what) ?? (isSoak || !isSoakOnly),
  );
  const missing = needs.filter((need) => !need.present());
  if (missing.length === 0) return;
  const packages = missing.flatMap((need) => need.packages);
  const names = missing.map((need) => need.what).join(', ');
  if (process.getuid?.() !== 0 || !onPath('apt-get'))
    throw new Error(`${user} cannot run without ${names}. On Debian: apt-get install ${packages.join(' ')}`);
  console.log(`Installing ${names} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-qq'], { env });
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
  const still = needs.filter((need) => !need.present());
  if (still.length > 0)
    throw new Error(`Installed, but not found: ${still.map((need) => need.what).join(', ')}`);
}

/** Runs `npm ci` if node_modules does not match package-lock.json. */
export function provisionPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules/.oriel-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('Installing packages …');
  run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, lock);
}

export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', cwd: root, ...options });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args[0] ?? ''} exited with ${status}`);
}
