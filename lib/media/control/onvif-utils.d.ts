/** Types for an untyped module of the package. */
declare module 'onvif/lib/utils.js' {
  const utils: {
    /** Calls back with the body of the envelope, with the package's spelling of names. */
    parseSOAPString(
      xml: string,
      callback: (error: Error | null, body?: unknown, xml?: string, status?: number) => void,
      status: number,
    ): void;
  };
  export default utils;
}
