export function rateText(kilobits: number): string {
  return kilobits < 1_000 ? `${Math.round(kilobits)} kbit/s` : `${(kilobits / 1_000).toFixed(1)} Mbit/s`;
}
