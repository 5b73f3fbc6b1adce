/** Runs in the browser that draws: takes scenes and lettering, returns planes of video. */
import { harbour } from './harbour.ts';
import { glyphCovers, type Lettering, labelCovers, paintLabel } from './lettering.ts';
import { home, type Region, type Scene, world } from './scene.ts';
import { yard } from './yard.ts';
import { yuvFrom } from './yuv.ts';

const scenes: readonly Scene[] = [harbour, yard];

function canvasOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no 2d canvas');
  return context;
}

/** Draws at four samples per pixel of the main stream, then halves until it is `width` wide. */
function drawScene(scene: Scene, phase: number, region: Region, width: number): CanvasRenderingContext2D {
  let context = canvasOf(region.width * 2, region.height * 2);
  context.scale(2, 2);
  context.translate(-region.left, -region.top);
  scene.draw(context, phase);
  if (region === home) {
    context.fillStyle = scrim(context, scene.scrim);
    context.fillRect(0, 0, home.width, 60);
  }
  while (context.canvas.width > width) {
    const smaller = canvasOf(context.canvas.width / 2, context.canvas.height / 2);
    smaller.drawImage(context.canvas, 0, 0, smaller.canvas.width, smaller.canvas.height);
    context = smaller;
  }
  return context;
}

/** A gradient that darkens the top, so that lettering is readable on any sky. */
function scrim(context: CanvasRenderingContext2D, strength: number): CanvasGradient {
  const gradient = context.createLinearGradient(0, 0, 0, 56);
  gradient.addColorStop(0, `rgba(6,9,22,${strength})`);
  gradient.addColorStop(0.5, `rgba(6,9,22,${strength * 0.6})`);
  gradient.addColorStop(1, 'rgba(6,9,22,0)');
  return gradient;
}

const toBase64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(text);
};

function sceneOf(id: string): Scene {
  const scene = scenes.find((candidate) => candidate.id === id);
  if (!scene) throw new Error(`unknown scene ${id}`);
  return scene;
}

/** The home view with scrim and label: base64 of the planes, 4:2:0, BT.709 limited range. */
function frame(id: string, phase: number, width: number, height: number, lettering: Lettering): string {
  const scene = sceneOf(id);
  const context = drawScene(scene, phase, home, width);
  if (context.canvas.height !== height) throw new Error('the frame must be 16:9');
  paintLabel(context, scene.label, lettering);
  return toBase64(yuvFrom(context.getImageData(0, 0, width, height)));
}

/** The whole scene at the scale of the main stream, without scrim and label; planes as above. */
function wholeWorld(id: string, phase: number): string {
  const context = drawScene(sceneOf(id), phase, world, world.width);
  return toBase64(yuvFrom(context.getImageData(0, 0, world.width, world.height)));
}

function glyphs(lettering: Lettering): { body: string; shadow: string } {
  const covers = glyphCovers(lettering);
  return { body: toBase64(covers.body), shadow: toBase64(covers.shadow) };
}

function label(
  id: string,
  lettering: Lettering,
  left: number,
  width: number,
  height: number,
): { body: string; shadow: string } {
  const covers = labelCovers(sceneOf(id).label, lettering, left, width, height);
  return { body: toBase64(covers.body), shadow: toBase64(covers.shadow) };
}

const scrimOf = (id: string): number => sceneOf(id).scrim;

export const api = { scenes: scenes.map(({ id }) => id), frame, wholeWorld, glyphs, label, scrimOf };
export type PageApi = typeof api;
(globalThis as { demoClip?: PageApi }).demoClip = api;
