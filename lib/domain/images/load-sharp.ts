/**
 * The image library sharp. It is native and built for common platforms only, so it is loaded for the first image: a
 * machine without a build lacks only image uploads.
 */
let loaded: Promise<typeof import('sharp').default> | null = null;

/** Throws the library's error if there is no build for this machine. */
export function loadSharp(): Promise<typeof import('sharp').default> {
  loaded ??= load().catch((error: unknown) => {
    // Tried again: there may have been no files to open, or an update is replacing packages.
    loaded = null;
    throw error;
  });
  return loaded;
}

async function load(): Promise<typeof import('sharp').default> {
  const { default: sharp } = await import('sharp');
  // Disables the decoders of all other formats (SVG, PDF, TIFF, HEIF, …) for the whole process.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
  });
  // One thread per image and no cache: live video has priority.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
