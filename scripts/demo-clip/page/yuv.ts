/** RGB to planes of 4:2:0 video: BT.709, limited range, chroma sited at the left of each pixel pair. */
export function yuvFrom(image: ImageData): Uint8Array {
  const { width, height, data } = image;
  const planes = new Uint8Array((width * height * 3) / 2);
  const chromaWidth = width / 2;
  const u = width * height;
  const v = u + (width * height) / 4;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const luma = 0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!;
      planes[y * width + x] = Math.round(16 + (luma * 219) / 255);
    }
  }
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const mean = (channel: number): number => {
        const at = (y * width + x) * 4 + channel;
        return (data[at]! + data[at + 4]! + data[at + width * 4]! + data[at + width * 4 + 4]!) / 4;
      };
      const [red, green, blue] = [mean(0), mean(1), mean(2)];
      const luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      const at = (y / 2) * chromaWidth + x / 2;
      planes[u + at] = Math.round(128 + ((blue - luma) / 1.8556 / 255) * 224);
      planes[v + at] = Math.round(128 + ((red - luma) / 1.5748 / 255) * 224);
    }
  }
  return planes;
}
