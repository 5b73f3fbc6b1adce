/** At most so many cameras are on a map. */
export const maxMapCameras = 2_000;
