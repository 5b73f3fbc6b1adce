/** `bad`: Oriel cannot work; `poor`: a feature is limited; `good`: nothing to do. */
export interface Finding {
  readonly check: string;
  readonly state: 'good' | 'poor' | 'bad';
  readonly text: string;
}

export const good = (check: string, text: string): Finding => ({ check, state: 'good', text });
export const poor = (check: string, text: string): Finding => ({ check, state: 'poor', text });
export const bad = (check: string, text: string): Finding => ({ check, state: 'bad', text });
