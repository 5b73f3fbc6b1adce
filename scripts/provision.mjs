// The programs that tests, benches and scripts start, and the Debian packages that contain them. As root, installs
// missing ones. Node built-ins only, because it runs on a fresh clone.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);

/** Runs of tests, each with the needs of those before it. What only a bench needs, its first comment names. */
const sizes = ['test', 'test:all', 'soak', 'bench'];

/**
 * What the runs need. A program that is not listed here, or in `program-folder.mjs` as part of every Debian system, is
 * not found by tests.
 *
 * @typedef {object} SystemNeed
 * @property {string} what
 * @property {'test' | 'test:all' | 'soak' | 'bench'} from The smallest run that needs it.
 * @property {readonly string[]} programs Their names. Tests find these on their PATH.
 * @property {readonly string[]} [files] What else must exist.
 * @property {() => boolean} [works] A check where files do not suffice.
 * @property {readonly string[]} packages
 */

/** @type {readonly SystemNeed[]} */
export const systemNeeds = [
  {
    what: "Chromium's headless shell",
    from: 'test',
    programs: ['chromium-headless-shell'],
    packages: ['chromium-headless-shell'],
  },
  {
    what: 'fonts with Chinese',
    from: 'test',
    programs: [],
    files: ['/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'],
    packages: ['fonts-noto-cjk'],
  },
  { what: 'ffmpeg', from: 'test', programs: ['ffmpeg', 'ffprobe'], packages: ['ffmpeg'] },
  { what: 'espeak-ng', from: 'test', programs: ['espeak-ng'], packages: ['espeak-ng'] },
  { what: 'OpenSSL', from: 'test', programs: ['openssl'], packages: ['openssl'] },
  {
    what: 'PostgreSQL',
    from: 'test',
    programs: [],
    files: ['/usr/lib/postgresql/15/bin/initdb'],
    packages: ['postgresql-15'],
  },
  {
    what: "GStreamer's RTSP server",
    from: 'test',
    programs: ['python3'],
    // Decodes AAC with the libraries of ffmpeg.
    files: ['/usr/lib/x86_64-linux-gnu/gstreamer-1.0/libgstlibav.so'],
    works: () => runs('/usr/bin/python3', ['-c', "import gi; gi.require_version('GstRtspServer', '1.0')"]),
    packages: [
      'gir1.2-gst-rtsp-server-1.0',
      'gstreamer1.0-libav',
      'gstreamer1.0-plugins-base',
      'gstreamer1.0-plugins-good',
      'gstreamer1.0-plugins-bad',
      'gstreamer1.0-plugins-ugly',
      'python3-gi',
    ],
  },
  {
    what: 'footage for the RTSP tests',
    from: 'test',
    programs: [],
    files: ['/usr/share/doc/opencv-doc/examples'],
    packages: ['opencv-doc'],
  },
  {
    what: 'network namespaces',
    from: 'test',
    programs: ['ip', 'nft', 'ss', 'sysctl'],
    packages: ['iproute2', 'nftables', 'procps'],
  },
  {
    what: 'disks whose power can be cut',
    from: 'test',
    programs: ['perl', 'mkfs.ext4'],
    packages: ['perl', 'e2fsprogs'],
  },
  { what: 'Chromium', from: 'test:all', programs: ['chromium'], packages: ['chromium'] },
  {
    what: 'Firefox',
    from: 'test:all',
    programs: ['firefox-esr'],
    // Firefox decodes H.264 with system libraries.
    packages: ['firefox-esr', 'libavcodec59'],
  },
  {
    what: 'WebKit',
    from: 'test:all',
    programs: ['WebKitWebDriver', 'Xvfb'],
    // WebKitGTK decodes with GStreamer.
    files: ['/usr/lib/x86_64-linux-gnu/gstreamer-1.0/libgstlibav.so'],
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
    from: 'test:all',
    programs: ['pulseaudio', 'parec'],
    packages: ['pulseaudio', 'pulseaudio-utils'],
  },
  { what: 'PHP', from: 'test:all', programs: ['php'], packages: ['php-cli'] },
  {
    what: 'GStreamer',
    from: 'test:all',
    programs: ['gst-launch-1.0'],
    packages: ['gstreamer1.0-tools'],
  },
  // Without its user interface.
  { what: 'VLC', from: 'test:all', programs: ['vlc'], packages: ['vlc-bin', 'vlc-plugin-base'] },
  { what: 'Janus', from: 'test:all', programs: ['janus'], packages: ['janus'] },
  { what: 'a TURN server', from: 'test:all', programs: ['turnserver'], packages: ['coturn'] },
  {
    what: 'a clock that can be set for one process',
    from: 'test:all',
    programs: ['faketime'],
    packages: ['faketime'],
  },
  {
    what: 'Java and Go',
    from: 'soak',
    programs: ['java', 'javac', 'go'],
    packages: ['default-jdk-headless', 'golang-go'],
  },
  { what: 'nginx', from: 'bench', programs: ['nginx'], packages: ['nginx-light'] },
];

/** The path of a program, or null. */
export function findProgram(name) {
  // Debian's folders of system programs are not on the PATH of every user.
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin'];
  const paths = folders.filter((folder) => folder !== '').map((folder) => join(folder, name));
  return paths.find((path) => existsSync(path)) ?? null;
}

/** What a run of this size needs. */
export const needsOf = (size) => systemNeeds.filter(({ from }) => sizes.indexOf(from) <= sizes.indexOf(size));

/** The named needs. */
export function namedNeeds(names) {
  const unknown = names.find((name) => !systemNeeds.some(({ what }) => what === name));
  if (unknown) throw new Error(`Unknown requirement: ${unknown}.`);
  return systemNeeds.filter(({ what }) => names.includes(what));
}

const isPresent = ({ programs, files = [], works }) =>
  programs.every((name) => findProgram(name) !== null) && files.every(existsSync) && (works?.() ?? true);

const runs = (program, args) => spawnSync(program, args).status === 0;

/** Installs what is missing of `needs`. If that is not possible, rejects with instructions. */
export async function provisionSystem(needs, user = 'The tests') {
  const missing = needs.filter((need) => !isPresent(need));
  if (missing.length === 0) return;
  const packages = missing.flatMap((need) => need.packages);
  const names = missing.map((need) => need.what).join(', ');
  if (process.getuid?.() !== 0 || findProgram('apt-get') === null)
    throw new Error(`${user} cannot run without ${names}. On Debian: apt-get install ${packages.join(' ')}`);
  console.log(`Installing ${names} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
  const still = needs.filter((need) => !isPresent(need));
  if (still.length > 0)
    throw new Error(`Installed, but not found: ${still.map((need) => need.what).join(', ')}`);
}

/** Runs `npm ci` if node_modules does not match package-lock.json. */
export async function provisionPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules/.oriel-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('Installing packages …');
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, lock);
}

/** Runs a program in this terminal. Rejects if it fails. */
export async function run(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', cwd: root, ...options });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`${command} ${args[0] ?? ''} exited with ${status}`);
}
