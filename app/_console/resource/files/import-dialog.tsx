export default function ImportDialog() {
  return null;
}
