declare module 'parse-prometheus-text-format' {
  /** The families of a text in the format of Prometheus. Throws when it is not. */
  export default function parse(text: string): unknown;
}
