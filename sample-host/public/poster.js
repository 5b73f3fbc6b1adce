/** A small image as a `data:` URL: posters from other origins must be allowed by the server. */
export function drawPoster() {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 320, height: 180 });
  const context = canvas.getContext('2d');
  const sky = context.createLinearGradient(0, 0, 320, 180);
  sky.addColorStop(0, '#0b3a6f');
  sky.addColorStop(1, '#5fa8f5');
  context.fillStyle = sky;
  context.fillRect(0, 0, 320, 180);
  context.fillStyle = '#ffffff';
  context.font = '600 34px system-ui, sans-serif';
  context.textAlign = 'center';
  context.fillText('Oriel', 160, 102);
  return canvas.toDataURL('image/jpeg', 0.8);
}
