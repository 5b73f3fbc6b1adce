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

/** A value by its name. The tone colours an icon of its own shape, so that colour is never the only sign. */
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

/** Unknown values are shown as they are: a dictionary may have lost an entry that rows still have. */
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
