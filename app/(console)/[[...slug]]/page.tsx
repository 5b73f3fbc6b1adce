/** Catch-all route of the console. The user's menu determines which page an address shows. */
export default function ConsolePage() {
  return null;
}
