'use client';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import styles from './account.module.css';
import { type Crop, cropSquare, moved } from './crop.ts';

/** Size of the uploaded square in pixels: twice the largest display size. */
const avatarPx = 256;
const areaPx = 280;
/** Distance of one arrow key press, as a share of the square. */
const keyStep = 0.05;

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
};

function draw(canvas: HTMLCanvasElement, image: ImageBitmap, crop: Crop): void {
  const { left, top, side } = cropSquare(image, crop);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

interface CropProps {
  readonly image: ImageBitmap;
  readonly crop: Crop;
}

function useDrawn({ image, crop }: CropProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, image, crop);
  }, [image, crop]);
  return canvas;
}

/** The crop square, moved by dragging or with the arrow keys. */
export function CropArea({
  image,
  crop,
  onChange,
  label,
}: CropProps & { readonly onChange: (crop: Crop) => void; readonly label: string }) {
  const canvas = useDrawn({ image, crop });
  const last = useRef<{ x: number; y: number } | null>(null);

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    if (!last.current) return;
    const { width, height } = event.currentTarget.getBoundingClientRect();
    const right = (event.clientX - last.current.x) / width;
    const down = (event.clientY - last.current.y) / height;
    last.current = { x: event.clientX, y: event.clientY };
    onChange(moved(image, crop, right, down));
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    onChange(moved(image, crop, ...step));
  }

  return (
    <div
      className={styles.crop}
      role="application"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        last.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        last.current = null;
      }}
      onPointerCancel={() => {
        last.current = null;
      }}
      onKeyDown={onKeyDown}
    >
      <canvas ref={canvas} width={areaPx} height={areaPx} />
    </div>
  );
}

export function CropPreview(props: CropProps) {
  return <canvas ref={useDrawn(props)} width={avatarPx} height={avatarPx} className={styles.preview} />;
}

/** The cropped square as a PNG. */
export async function cutOut(image: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = avatarPx;
  canvas.height = avatarPx;
  draw(canvas, image, crop);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas produced no image'))));
  });
}
