/** A part of the package that it has no types for. */
declare module 'onvif/lib/utils.js' {
  const utils: {
    /** Calls back with the body of the envelope, in the package's own spelling of names. */
    parseSOAPString(
      xml: string,
      callback: (error: Error | null, body?: unknown, xml?: string, status?: number) => void,
      status: number,
    ): void;
  };
  export default utils;
}
