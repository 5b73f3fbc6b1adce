/**
 * The library that reads and writes pictures. Native, and built for common machines only: it is loaded when the first
 * picture comes, so that a machine without a build lacks pictures and nothing else.
 */
let loaded: Promise<typeof import('sharp').default> | null = null;

/** Throws what the library says where there is no build of it for this machine. */
export function loadSharp(): Promise<typeof import('sharp').default> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // Readers of everything else (SVG, PDF, TIFF, HEIF, …) are shut for the whole process.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
    });
    // One thread for each picture, and nothing kept of it: live pictures come first.
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loaded;
}
