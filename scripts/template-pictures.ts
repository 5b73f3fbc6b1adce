/**
 * Writes docs/images/templates/<template>.png: every template at its typical size, with the built-in demo camera.
 *   npx tsx scripts/template-pictures.ts
 * Needs Chromium. `ORIEL_PICTURES_LANGUAGE` (en-US) and `ORIEL_PICTURES_FOLDER` change language and folder.
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { namedTemplates } from '../lib/contracts/theme/template.ts';
import { namesForPages } from '../tests/bench/browser-costs.ts';
import { LiveStage } from '../tests/kit/live-player.ts';

const folder = resolve(process.env.ORIEL_PICTURES_FOLDER ?? 'docs/images/templates');
const language = process.env.ORIEL_PICTURES_LANGUAGE ?? 'en-US';
const widthPx = 640;

const desktop = { width: 960, height: 540 };
const phone = { width: 640, height: 360 };
const sizes: Readonly<Record<(typeof namedTemplates)[number], typeof desktop>> = {
  simple: { width: 480, height: 270 },
  default: { width: 480, height: 270 },
  noData: { width: 480, height: 270 },
  standard: desktop,
  theme: desktop,
  pcLive: desktop,
  pcRec: desktop,
  security: desktop,
  voice: phone,
  mobileLive: phone,
  mobileRec: phone,
};

const stage = await LiveStage.start({ env: { ORIEL_DEMO_FRAME_CODE: '0' } });
try {
  await mkdir(folder, { recursive: true });
  for (const template of namedTemplates) {
    const url = 'ezopen://oriel/DEMO00001/1.hd.live';
    const player = await stage.open(
      { template, language, url, autoplay: true },
      { ...sizes[template], script: namesForPages },
    );
    await player.page.mouse.move(200, 120);
    await player.page.waitForTimeout(1_500); // fade-in, and the name of the camera
    await sharp(await player.page.screenshot())
      .resize({ width: widthPx })
      .png({ palette: true, colours: 128, effort: 10 })
      .toFile(join(folder, `${template}.png`));
    await player.close();
  }
} finally {
  await stage.close();
}
