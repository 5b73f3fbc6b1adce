import type { Locale, LocalText } from '../../i18n/translate.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Zone } from '../../kernel/zone-time.ts';
import type { DeviceRecordings, OnvifCamera } from '../../media/ports.ts';
import { errorMessage, said } from './probe-messages.ts';

/** Whether the recordings that a camera keeps itself can be played. */
export interface RecordingsCheck {
  readonly ok: boolean;
  readonly code: string | null;
  readonly message: string;
}

const nothingRecorded: LocalText = {
  'zh-CN': '可以回放，但尚无录像',
  'en-US': 'Can be played, but nothing is recorded yet',
};

/** `zone`: of the times in the message. */
export async function checkRecordings(
  camera: OnvifCamera,
  recordings: DeviceRecordings,
  { locale, zone }: { readonly locale: Locale; readonly zone: Zone },
): Promise<RecordingsCheck> {
  try {
    const { recorded } = await recordings.inspect(camera);
    if (recorded === null) return { ok: true, code: null, message: nothingRecorded[locale] };
    const [from, to] = [zone.text(recorded.fromMs), zone.text(recorded.toMs)];
    const message = locale === 'zh-CN' ? `可以回放：${from} 至 ${to}` : `Can be played: ${from} to ${to}`;
    return { ok: true, code: null, message };
  } catch (error) {
    if (!(error instanceof AppError) || !error.code.startsWith('recordings.')) throw error;
    const { title, message } = errorMessage({ code: codeOf(error.code), message: error.message }, locale);
    return { ok: false, code: error.code, message: said(title, message, locale) };
  }
}

/** The catalogue has one text for a failure of streams and of recordings. */
const codeOf = (code: string): string =>
  code === 'recordings.unsupported' ? code : code.replace('recordings.', 'source.');
