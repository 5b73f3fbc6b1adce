'use client';
import { Button, Checkbox, Group, Radio, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { TreeNode } from '../../../../lib/contracts/admin/calls/wire.ts';
import { type MaskRule, maskRules } from '../../../../lib/contracts/admin/field.ts';
import { systemRole } from '../../../../lib/contracts/admin/resources/system-role.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import type { LocalText } from '../../../../lib/i18n/translate.ts';
import { type PageText, usePageText } from '../../text/use-page-text.ts';
import { useLocalText } from '../../text/use-text.ts';
import { CheckboxTree } from '../../ui/tree/checkbox-tree.tsx';

export type PermissionsPart = 'menus' | 'data' | 'masks';

export interface RolePermissionsData {
  readonly role: RowOf<typeof systemRole>;
  readonly menus: { readonly menus: readonly TreeNode[]; readonly checkedKeys: readonly number[] };
  readonly depts: { readonly depts: readonly TreeNode[]; readonly checkedKeys: readonly number[] };
}

/** One part of a role's permissions, sent with the role's id and version. */
export interface PermissionsCall {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface PermissionsPartProps {
  readonly data: RolePermissionsData;
  /** This or another part is being saved. */
  readonly isSaving: boolean;
  onDirty(part: PermissionsPart, isDirty: boolean): void;
  /** Rejects if the server rejected it. */
  onSave(call: PermissionsCall): Promise<void>;
}

const maskNames: Readonly<Record<MaskRule, PageText>> = {
  phone: 'pages.maskPhone',
  email: 'pages.maskEmail',
  idCard: 'pages.maskIdCard',
  bankCard: 'pages.maskBankCard',
  name: 'pages.maskName',
  address: 'pages.maskAddress',
  plate: 'pages.maskPlate',
  ip: 'pages.maskIp',
  secret: 'pages.maskSecret',
};

/** The draft of one part, and whether it differs from the saved state. */
function useDraft<Draft>(
  part: PermissionsPart,
  { onDirty, onSave }: PermissionsPartProps,
  {
    first,
    key,
    call,
  }: { first: () => Draft; key: (draft: Draft) => string; call: (draft: Draft) => PermissionsCall },
) {
  const [draft, setDraft] = useState(first);
  const [saved, setSaved] = useState(() => key(draft));
  const isDirty = key(draft) !== saved;
  useEffect(() => {
    onDirty(part, isDirty);
  }, [onDirty, part, isDirty]);
  const save = async () => {
    try {
      await onSave(call(draft));
      setSaved(key(draft));
    } catch {
      // The error has been shown; the draft is kept.
    }
  };
  return {
    draft,
    isDirty,
    save,
    change: (part: Partial<Draft>) => setDraft((current) => ({ ...current, ...part })),
  };
}

export const listed = (ids: ReadonlySet<number>) => [...ids].sort((left, right) => left - right);

export interface MenusDraft {
  readonly marked: ReadonlySet<number>;
  readonly isLinked: boolean;
}

export function RoleMenus(props: PermissionsPartProps) {
  const { role, menus } = props.data;
  const { draft, isDirty, change, save } = useDraft<MenusDraft>('menus', props, {
    first: () => ({
      marked: new Set(menus.checkedKeys),
      isLinked: role.menuCheckStrictly !== false,
    }),
    key: ({ marked, isLinked }) => JSON.stringify([listed(marked), isLinked]),
    call: ({ marked, isLinked }) => ({
      path: '/system/role',
      body: { menuIds: listed(marked), menuCheckStrictly: isLinked },
    }),
  });
  return (
    <>
      <MenusInput nodes={menus.menus} draft={draft} onChange={change} />
      <SaveButton isDirty={isDirty} isSaving={props.isSaving} onSave={save} />
    </>
  );
}

interface PartInputProps<Draft> {
  readonly draft: Draft;
  onChange(change: Partial<Draft>): void;
}

export function MenusInput({
  nodes,
  draft,
  onChange,
}: PartInputProps<MenusDraft> & { readonly nodes: readonly TreeNode[] }) {
  const translate = usePageText();
  return (
    <CheckboxTree
      label={translate('pages.menus')}
      nodes={nodes}
      marked={draft.marked}
      isLinked={draft.isLinked}
      checksAncestors
      levels={1}
      onChange={(marked) => onChange({ marked })}
      onLinked={(isLinked) => onChange({ isLinked })}
    />
  );
}

export interface DataDraft {
  readonly scope: string;
  readonly marked: ReadonlySet<number>;
  readonly isLinked: boolean;
}

export function RoleDataScope(props: PermissionsPartProps) {
  const { role, depts } = props.data;
  const { draft, isDirty, change, save } = useDraft<DataDraft>('data', props, {
    first: () => ({
      scope: String(role.dataScope),
      marked: new Set(depts.checkedKeys),
      isLinked: role.deptCheckStrictly !== false,
    }),
    key: ({ scope, marked, isLinked }) =>
      JSON.stringify([scope, scope === '2' && [listed(marked), isLinked]]),
    call: ({ scope, marked, isLinked }) => ({
      path: '/system/role/dataScope',
      body: {
        dataScope: scope,
        deptIds: scope === '2' ? listed(marked) : [],
        deptCheckStrictly: isLinked,
      },
    }),
  });
  return (
    <Stack>
      <DataScopeInput nodes={depts.depts} draft={draft} onChange={change} />
      <SaveButton isDirty={isDirty} isSaving={props.isSaving} onSave={save} />
    </Stack>
  );
}

export function DataScopeInput({
  nodes,
  draft,
  onChange,
}: PartInputProps<DataDraft> & { readonly nodes: readonly TreeNode[] }) {
  const translate = usePageText();
  const { label, options } = systemRole.fields.dataScope;
  return (
    <Stack>
      <Choice label={label} options={options} value={draft.scope} onChange={(scope) => onChange({ scope })} />
      {draft.scope === '2' && (
        <CheckboxTree
          label={translate('pages.departments')}
          nodes={nodes}
          marked={draft.marked}
          isLinked={draft.isLinked}
          checksAncestors={false}
          onChange={(marked) => onChange({ marked })}
          onLinked={(isLinked) => onChange({ isLinked })}
        />
      )}
    </Stack>
  );
}

export interface MasksDraft {
  readonly scope: string;
  readonly fields: readonly string[];
}

export function RoleMasks(props: PermissionsPartProps) {
  const { role } = props.data;
  const { draft, isDirty, change, save } = useDraft<MasksDraft>('masks', props, {
    first: () => ({
      scope: String(role.maskScope),
      fields: role.maskFields ?? [],
    }),
    key: ({ scope, fields }) => JSON.stringify([scope, scope === '2' && [...fields].sort()]),
    call: ({ scope, fields }) => ({
      path: '/system/role/maskScope',
      body: { maskScope: scope, maskFields: scope === '2' ? fields : [] },
    }),
  });
  return (
    <Stack>
      <MasksInput draft={draft} onChange={change} />
      <SaveButton isDirty={isDirty} isSaving={props.isSaving} onSave={save} />
    </Stack>
  );
}

export function MasksInput({ draft, onChange }: PartInputProps<MasksDraft>) {
  const translate = usePageText();
  const local = useLocalText();
  const { maskScope, maskFields } = systemRole.fields;
  return (
    <Stack>
      <Choice
        label={maskScope.label}
        options={maskScope.options}
        value={draft.scope}
        onChange={(scope) => onChange({ scope })}
      />
      {draft.scope === '2' && (
        <Checkbox.Group
          label={local(maskFields.label)}
          value={[...draft.fields]}
          onChange={(fields) => onChange({ fields })}
        >
          <Stack gap="xs" mt="xs">
            {maskRules.map((rule) => (
              <Checkbox key={rule} value={rule} label={translate(maskNames[rule])} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Stack>
  );
}

interface ChoiceProps {
  readonly label: LocalText;
  readonly options: readonly { readonly value: string; readonly label: LocalText }[];
  readonly value: string;
  onChange(value: string): void;
}

function Choice({ label, options, value, onChange }: ChoiceProps): ReactNode {
  const local = useLocalText();
  return (
    <Radio.Group label={local(label)} value={value} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {options.map((option) => (
          <Radio key={option.value} value={option.value} label={local(option.label)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface SaveButtonProps {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  onSave(): Promise<void>;
}

function SaveButton({ isDirty, isSaving, onSave }: SaveButtonProps) {
  const translate = usePageText();
  return (
    <Group justify="flex-end" mt="md">
      <Button disabled={!isDirty} loading={isSaving} onClick={() => void onSave()}>
        {translate('common.save')}
      </Button>
    </Group>
  );
}
