// `node scripts/template-pictures.mjs`: renders docs/images/templates/<name>.png, the player with each template and
// the demo camera. Run it after a change of the player's look. Needs Chromium and a build. `… standard voice` renders
// only these.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { namedNeeds, provisionSystem } from './provision.mjs';
import { runCli, startProduct } from './run-product.mjs';

/** CSS pixels: a typical size of each template, as in docs/ref/templates.md. */
const sizes = {
  simple: [320, 180],
  default: [320, 180],
  noData: [320, 180],
  standard: [640, 360],
  theme: [640, 360],
  pcLive: [640, 360],
  pcRec: [640, 408],
  security: [960, 540],
  voice: [480, 270],
  mobileLive: [640, 360],
  mobileRec: [390, 564],
};
const wanted = process.argv.slice(2);
const names = Object.keys(sizes).filter((name) => wanted.length === 0 || wanted.includes(name));

await provisionSystem(namedNeeds(["Chromium's headless shell"]), 'This script');
const folder = join(dirname(import.meta.dirname), 'docs/images/templates');
const dataDir = mkdtempSync(join(tmpdir(), 'oriel-pictures-'));
const host = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<body>'));
await new Promise((resolve) => host.listen(0, '127.0.0.1', resolve));
const hostOrigin = `http://127.0.0.1:${host.address().port}`;
const env = { ...process.env, ORIEL_DATA_DIR: dataDir, ORIEL_PORT: '0' };
const product = await startProduct({
  env,
  output: { stdout: 'ignore', stderr: 'inherit' },
  hasSamplePage: false,
});
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
});
try {
  const app = await runCli(['app', 'create', '--name', 'Pictures', '--origin', hostOrigin], { env });
  const token = await runCli(['token', 'issue', '--app', app.appKey], { env });
  mkdirSync(folder, { recursive: true });
  // The demo cameras record from the start; until then there is nothing to play.
  if (names.some((name) => name.endsWith('Rec'))) await new Promise((resolve) => setTimeout(resolve, 60_000));
  for (const name of names) await takePicture(name, app.appKey, token.accessToken);
} finally {
  await browser.close();
  await product.stop();
  host.close();
  rmSync(dataDir, { recursive: true });
}

async function takePicture(template, app, token) {
  const [width, height] = sizes[template];
  const page = await browser.newPage({ viewport: { width, height } });
  await page.goto(hostOrigin);
  await page.evaluate(
    async ({ server, token, mode, ...options }) => {
      document.body.style.margin = '0';
      const { createPlayer } = await import(`${server}/sdk/v1/oriel.js`);
      const getToken = () => token;
      const url = `ezopen://oriel/DEMO00001/1.${mode}`;
      window.player = createPlayer(document.body, { ...options, server, getToken, url, language: 'en-US' });
      await new Promise((resolve) => window.player.on('handleSuccess', resolve));
    },
    {
      server: product.origin,
      app,
      token,
      template,
      mode: template.endsWith('Rec') ? 'cloud.rec' : 'hd.live',
      width,
      height,
      ...(template.startsWith('mobile') ? { isMobile: true } : {}),
    },
  );
  const frame = page.frameLocator('iframe');
  await frame.locator('.oriel-app').waitFor({ state: 'attached' });
  if (template.endsWith('Rec')) await frame.locator('.oriel-live').waitFor(); // the moment is known
  await page.waitForTimeout(1_000); // the state "live" is shown
  // The controls fade unless the pointer moves.
  await page.mouse.move(width / 2, height / 3);
  await page.mouse.move(width / 2 + 5, height / 3);
  await page.waitForTimeout(800); // they fade in
  const picture = await page.screenshot();
  await sharp(picture)
    .resize({ width: 640, withoutEnlargement: true })
    .png({ palette: true, quality: 80 })
    .toFile(join(folder, `${template}.png`));
  await page.close();
  console.log(`docs/images/templates/${template}.png`);
}
