'use client';
import { Button, Checkbox, Drawer, Group, Radio, Skeleton, Stack, Tabs } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TreeNode } from '../../../../lib/contracts/admin/calls/wire.ts';
import { type MaskRule, maskRules } from '../../../../lib/contracts/admin/field.ts';
import { systemRole } from '../../../../lib/contracts/admin/resources/system-role.resource.ts';
import type { ConsoleText } from '../../../../lib/i18n/console/index.ts';
import { api } from '../../api/request.ts';
import type { Row } from '../../resource/data/row.ts';
import { useSession } from '../../session/use-session.tsx';
import { useLocalText, useText } from '../../settings/use-text.ts';
import { MarkTree } from '../parts/mark-tree.tsx';

const maskNames: Readonly<Record<MaskRule, ConsoleText>> = {
  phone: 'rooms.maskPhone',
  email: 'rooms.maskEmail',
  idCard: 'rooms.maskIdCard',
  bankCard: 'rooms.maskBankCard',
  name: 'rooms.maskName',
  address: 'rooms.maskAddress',
  plate: 'rooms.maskPlate',
  ip: 'rooms.maskIp',
  secret: 'rooms.maskSecret',
};

interface Rights {
  readonly role: Row;
  readonly menus: { readonly menus: readonly TreeNode[]; readonly checkedKeys: readonly number[] };
  readonly depts: { readonly depts: readonly TreeNode[]; readonly checkedKeys: readonly number[] };
}

/** What a role may do, whose rows it reaches, and what it sees whole: three calls, a tab each. */
export function RoleRights({ role, onClose }: { readonly role: Row; readonly onClose: () => void }) {
  const say = useText();
  const id = role['roleId'];
  const { data } = useQuery({
    queryKey: ['system.role', 'rights', id],
    queryFn: async ({ signal }): Promise<Rights> => {
      const [row, menus, depts] = await Promise.all([
        api.get<Row>(`/system/role/${id}`, { signal }),
        api.get<Rights['menus']>(`/system/menu/roleMenuTreeselect/${id}`, { signal }),
        api.get<Rights['depts']>(`/system/role/deptTree/${id}`, { signal }),
      ]);
      return { role: row, menus, depts };
    },
    gcTime: 0,
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={say('rooms.rightsOf', { name: String(role['roleName'] ?? '') })}
      closeButtonProps={{ 'aria-label': say('common.close') }}
    >
      {data ? <RightsTabs key={String(data.role['version'])} rights={data} /> : <Skeleton height={420} />}
    </Drawer>
  );
}

function RightsTabs({ rights }: { readonly rights: Rights }) {
  const say = useText();
  return (
    <Tabs defaultValue="menus" keepMounted>
      <Tabs.List mb="md">
        <Tabs.Tab value="menus">{say('rooms.menus')}</Tabs.Tab>
        <Tabs.Tab value="data">{say('rooms.whose')}</Tabs.Tab>
        <Tabs.Tab value="masks">{say('rooms.masks')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="menus">
        <Menus rights={rights} />
      </Tabs.Panel>
      <Tabs.Panel value="data">
        <Reach rights={rights} />
      </Tabs.Panel>
      <Tabs.Panel value="masks">
        <Masks rights={rights} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** Saves one part, and reads the role anew: the next part needs its version. */
function useSave(save: () => Promise<void>) {
  const say = useText();
  const queries = useQueryClient();
  const { reload } = useSession();
  return useMutation({
    mutationFn: save,
    async onSuccess() {
      notifications.show({ message: say('common.done'), role: 'status' });
      await queries.invalidateQueries({ queryKey: ['system.role'] });
      // It may be a role of one's own.
      await reload();
    },
  });
}

function SaveButton({ saving }: { readonly saving: ReturnType<typeof useSave> }) {
  const say = useText();
  return (
    <Group justify="flex-end" mt="md">
      <Button loading={saving.isPending} onClick={() => saving.mutate()}>
        {say('common.save')}
      </Button>
    </Group>
  );
}

function Menus({ rights: { role, menus } }: { readonly rights: Rights }) {
  const say = useText();
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set(menus.checkedKeys));
  const [isLinked, setLinked] = useState(role['menuCheckStrictly'] !== false);
  const saving = useSave(() =>
    api.put<void>('/system/role', {
      roleId: role['roleId'],
      version: role['version'],
      menuIds: [...marked],
      menuCheckStrictly: isLinked,
    }),
  );
  return (
    <>
      <MarkTree
        label={say('rooms.menus')}
        nodes={menus.menus}
        marked={marked}
        isLinked={isLinked}
        onChange={setMarked}
        onLinked={setLinked}
      />
      <SaveButton saving={saving} />
    </>
  );
}

function Reach({ rights: { role, depts } }: { readonly rights: Rights }) {
  const say = useText();
  const local = useLocalText();
  const [scope, setScope] = useState(String(role['dataScope']));
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set(depts.checkedKeys));
  const [isLinked, setLinked] = useState(role['deptCheckStrictly'] !== false);
  const saving = useSave(() =>
    api.put<void>('/system/role/dataScope', {
      roleId: role['roleId'],
      version: role['version'],
      dataScope: scope,
      deptIds: scope === '2' ? [...marked] : [],
      deptCheckStrictly: isLinked,
    }),
  );
  const { label, options } = systemRole.fields.dataScope;
  return (
    <Stack>
      <Radio.Group label={local(label)} value={scope} onChange={setScope}>
        <Stack gap="xs" mt="xs">
          {options.map(({ value, label: name }) => (
            <Radio key={value} value={value} label={local(name)} />
          ))}
        </Stack>
      </Radio.Group>
      {scope === '2' && (
        <MarkTree
          label={say('rooms.departments')}
          nodes={depts.depts}
          marked={marked}
          isLinked={isLinked}
          onChange={setMarked}
          onLinked={setLinked}
        />
      )}
      <SaveButton saving={saving} />
    </Stack>
  );
}

function Masks({ rights: { role } }: { readonly rights: Rights }) {
  const say = useText();
  const local = useLocalText();
  const [scope, setScope] = useState(String(role['maskScope']));
  const [fields, setFields] = useState<string[]>([...((role['maskFields'] as string[] | undefined) ?? [])]);
  const saving = useSave(() =>
    api.put<void>('/system/role/maskScope', {
      roleId: role['roleId'],
      version: role['version'],
      maskScope: scope,
      maskFields: scope === '2' ? fields : [],
    }),
  );
  const { maskScope, maskFields } = systemRole.fields;
  return (
    <Stack>
      <Radio.Group label={local(maskScope.label)} value={scope} onChange={setScope}>
        <Stack gap="xs" mt="xs">
          {maskScope.options.map(({ value, label: name }) => (
            <Radio key={value} value={value} label={local(name)} />
          ))}
        </Stack>
      </Radio.Group>
      {scope === '2' && (
        <Checkbox.Group label={local(maskFields.label)} value={fields} onChange={setFields}>
          <Stack gap="xs" mt="xs">
            {maskRules.map((rule) => (
              <Checkbox key={rule} value={rule} label={say(maskNames[rule])} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <SaveButton saving={saving} />
    </Stack>
  );
}
