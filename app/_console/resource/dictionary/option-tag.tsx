import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconInfoCircle,
  IconPointFilled,
} from '@tabler/icons-react';
import type { FieldOption } from '../../../../lib/contracts/admin/field.ts';
import { useTexts } from '../../text/use-texts.ts';
import styles from './option-tag.module.css';

const icons = {
  default: IconPointFilled,
  primary: IconPointFilled,
  success: IconCircleCheck,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  danger: IconBan,
} as const;

/** Label of a value with an icon per tone, because colour must not be the only indication. */
export function OptionTag({ option }: { readonly option: FieldOption }) {
  const { local } = useTexts();
  const tone = option.tone ?? 'default';
  const Icon = icons[tone];
  return (
    <span className={styles.tag} data-tone={tone}>
      <Icon className={styles.icon} size={14} aria-hidden />
      <span className={styles.name} data-cut>
        {local(option.label)}
      </span>
    </span>
  );
}

/** Unknown values are shown as they are: an entry still in use may have been deleted from the dictionary. */
export function ValueTag({
  value,
  options,
}: {
  readonly value: unknown;
  readonly options: readonly FieldOption[];
}) {
  if (value === null || value === undefined || value === '') return <span aria-hidden>—</span>;
  const option = options.find((one) => one.value === String(value));
  return option ? <OptionTag option={option} /> : <span>{String(value)}</span>;
}
