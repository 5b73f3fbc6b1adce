/** Every address of the console. The menu of the user decides which page it is, and whether there is one. */
export default function ConsolePage() {
  return null;
}
