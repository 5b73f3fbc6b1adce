'use client';
/** The lists of rules in the form of a template. */
import { ActionIcon, Button, Input, Paper, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { freightProblems, maxFreightRules } from '../../../../lib/contracts/admin/freight-rules.ts';
import type { FreeRule, RegionRule } from '../../../../lib/kernel/freight/freight-template.ts';
import { useSession } from '../../session/use-session.tsx';
import { useLocale } from '../../text/use-locale.ts';
import { useAreaNames } from '../parts/use-area-names.ts';
import { AmountInput } from './amount-input.tsx';
import { type FreightForm, newCharge, newFreeRule, templateIn, usableNames } from './form-rules.ts';
import styles from './freight.module.css';
import { RegionChoice } from './region-choice.tsx';
import { useFreightText } from './use-freight-text.ts';

type ListName = 'regionInfo' | 'appointInfo' | 'noDeliveryInfo';

/**
 * Messages by path, of fields that were left or of the whole list after it was rejected. The server checks the same.
 */
function useProblems(form: FreightForm, list: ListName) {
  const { cities: provinces } = useSession();
  const locale = useLocale();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [wasRejected, setRejected] = useState(false);
  const isRejected = form.errors[list] !== undefined;
  useEffect(() => {
    if (isRejected) setRejected(true);
  }, [isRejected]);
  const template = templateIn(form.values);
  const { nameOf } = useAreaNames();
  const names = useMemo(() => usableNames(provinces, form.row, nameOf), [provinces, form.row, nameOf]);
  const problems = freightProblems(template, names);
  return {
    at: (path: string): string | null => {
      if (!wasRejected && !left.has(path)) return null;
      return problems.find((problem) => problem.path === path)?.message[locale] ?? null;
    },
    leave: (path: string) => () => setLeft((before) => new Set([...before, path])),
    /** Of the list as a whole. */
    all: form.errors[list],
  };
}

export function ChargesInput(form: FreightForm) {
  const translate = useFreightText();
  const { at: problemAt, leave, all } = useProblems(form, 'regionInfo');
  const { type, regionInfo: rules } = templateIn(form.values);
  const set = (next: readonly RegionRule[]) => form.set('regionInfo', next);
  const change = (at: number, part: object) =>
    set(rules.map((rule, index) => (index === at ? { ...rule, ...part } : rule)));
  const names = ['first', 'firstPrice', 'continue', 'continuePrice'] as const;
  const labels = {
    first: translate(`freight.first_${type}`),
    firstPrice: translate('freight.firstPrice'),
    continue: translate(`freight.continue_${type}`),
    continuePrice: translate('freight.continuePrice'),
  };
  return (
    <RuleList label={translate('freight.charges')} error={all}>
      {rules.map((rule, at) => (
        <RuleBox
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the list
          key={at}
          number={at + 1}
          {...(at > 0 ? { onRemove: () => set(rules.toSpliced(at, 1)) } : {})}
          head={
            at === 0 ? (
              <div className={styles.regions}>
                <Text size="sm">{translate('freight.nationwide')}</Text>
                <Text size="xs" c="dimmed">
                  {translate('freight.nationwideHint')}
                </Text>
              </div>
            ) : (
              <RegionChoice
                rules={rules}
                at={at}
                error={problemAt(`regionInfo.${at}.region`)}
                onChange={(region) => change(at, { region })}
              />
            )
          }
        >
          {names.map((name) => (
            <AmountInput
              key={name}
              label={labels[name]}
              isMoney={name.endsWith('Price')}
              value={rule[name]}
              error={problemAt(`regionInfo.${at}.${name}`)}
              onBlur={leave(`regionInfo.${at}.${name}`)}
              onChange={(value) => change(at, { [name]: value })}
            />
          ))}
        </RuleBox>
      ))}
      <AddRule count={rules.length} onAdd={() => set([...rules, newCharge])}>
        {translate('freight.addRule')}
      </AddRule>
    </RuleList>
  );
}

export function FreeRulesInput(form: FreightForm) {
  const translate = useFreightText();
  const { at: problemAt, leave, all } = useProblems(form, 'appointInfo');
  const { type, appointInfo: rules } = templateIn(form.values);
  const set = (next: readonly FreeRule[]) => form.set('appointInfo', next);
  const change = (at: number, part: object) =>
    set(rules.map((rule, index) => (index === at ? { ...rule, ...part } : rule)));
  return (
    <RuleList label={translate('freight.free')} hint={translate('freight.zeroHint')} error={all}>
      {rules.map((rule, at) => (
        <RuleBox
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the list
          key={at}
          number={at + 1}
          onRemove={() => set(rules.toSpliced(at, 1))}
          head={
            <RegionChoice
              rules={rules}
              at={at}
              error={problemAt(`appointInfo.${at}.region`)}
              onChange={(region) => change(at, { region })}
            />
          }
        >
          {(['number', 'price'] as const).map((name) => (
            <AmountInput
              key={name}
              label={translate(name === 'number' ? `freight.number_${type}` : 'freight.price')}
              isMoney={name === 'price'}
              value={rule[name]}
              error={problemAt(`appointInfo.${at}.${name}`)}
              onBlur={leave(`appointInfo.${at}.${name}`)}
              onChange={(value) => change(at, { [name]: value })}
            />
          ))}
        </RuleBox>
      ))}
      <AddRule count={rules.length} onAdd={() => set([...rules, newFreeRule])}>
        {translate('freight.addFree')}
      </AddRule>
    </RuleList>
  );
}

/** One set of regions: several rules without numbers would mean the same. */
export function ExcludedInput(form: FreightForm) {
  const translate = useFreightText();
  const { noDeliveryInfo } = templateIn(form.values);
  const region = noDeliveryInfo.flatMap((places) => places.region);
  return (
    <RuleList label={translate('freight.noDelivery')} error={form.errors.noDeliveryInfo}>
      <Paper withBorder p="sm">
        <RegionChoice
          rules={[{ region }]}
          at={0}
          onChange={(chosen) => form.set('noDeliveryInfo', chosen.length > 0 ? [{ region: chosen }] : [])}
        />
      </Paper>
    </RuleList>
  );
}

interface RuleListProps {
  readonly label: string;
  readonly hint?: string;
  readonly error: ReactNode;
  readonly children: ReactNode;
}

function RuleList({ label, hint, error, children }: RuleListProps) {
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={hint}
      error={error}
      role="group"
      aria-label={label}
    >
      <Stack gap="xs" mt={4} mb={error ? 4 : 0}>
        {children}
      </Stack>
    </Input.Wrapper>
  );
}

interface RuleBoxProps {
  readonly number: number;
  readonly head: ReactNode;
  readonly children: ReactNode;
  onRemove?(): void;
}

function RuleBox({ number, head, children, onRemove }: RuleBoxProps) {
  const translate = useFreightText();
  const name = translate('freight.ruleOf', { number });
  return (
    <Paper withBorder p="sm" role="group" aria-label={name}>
      <div className={styles.ruleHead}>
        <Text size="sm" fw={600} className={styles.ruleName ?? ''}>
          {name}
        </Text>
        {head}
        {onRemove && (
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={translate('freight.removeRule', { number })}
            onClick={onRemove}
          >
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </div>
      <div className={styles.numbers}>{children}</div>
    </Paper>
  );
}

interface AddRuleProps {
  readonly count: number;
  readonly children: string;
  onAdd(): void;
}

function AddRule({ count, children, onAdd }: AddRuleProps) {
  return (
    <Button
      size="compact-md"
      variant="default"
      leftSection={<IconPlus size={16} />}
      disabled={count >= maxFreightRules}
      onClick={onAdd}
      className={styles.add ?? ''}
    >
      {children}
    </Button>
  );
}
