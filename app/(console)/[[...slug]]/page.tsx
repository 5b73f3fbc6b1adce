/** Every address of the console. Which room it is, and whether there is one, the menu of the user decides. */
export default function ConsolePage() {
  return null;
}
