import { type Capability, capabilities } from '../../contracts/lapp/capabilities.ts';
import { AppError } from '../../kernel/app-error.ts';

export function commaList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

export function capabilityList(text: string): Capability[] {
  return commaList(text).map((name) => {
    const known = capabilities.find((capability) => capability === name);
    if (!known) {
      throw new AppError('cli.usage', `Unknown capability "${name}". Choose from ${capabilities.join(', ')}`);
    }
    return known;
  });
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new AppError('cli.usage', `"${text}" is not a whole number`);
  return Number(text);
}
