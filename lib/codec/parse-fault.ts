/** Why bytes were not what they claimed to be. `code` is stable, `message` names the field at fault. */
export interface ParseFault {
  readonly code: 'truncated' | 'outOfRange' | 'unsupported' | 'malformed';
  readonly message: string;
}

export const fault = (code: ParseFault['code'], message: string): ParseFault => ({ code, message });
