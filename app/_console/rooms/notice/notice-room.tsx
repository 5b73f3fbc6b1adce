'use client';
import { useState } from 'react';
import type { Row } from '../../resource/data/row.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { useRoom } from '../../shell/room.ts';
import { PagedPeople } from '../parts/paged-people.tsx';
import { RoomDrawer } from '../parts/room-dialog.tsx';
import { RowButton } from '../parts/row-button.tsx';
import { useRoomText } from '../parts/use-room-text.ts';

const formPath = '/system/notice/form';

/** Notices; they are written on a page of their own. */
export default function NoticeRoom() {
  const say = useRoomText();
  const room = useRoom();
  const [readersOf, setReadersOf] = useState<Row | null>(null);
  return (
    <>
      <ResourcePage
        resource="system.notice"
        slots={{
          onAdd: () => room.open(formPath),
          onEdit: ({ noticeId }) => room.open(`${formPath}?noticeId=${String(noticeId)}`),
          rowActions: (row) => (
            <RowButton row={row} title="noticeTitle" onClick={setReadersOf}>
              {say('rooms.readers')}
            </RowButton>
          ),
        }}
      />
      {readersOf && (
        <RoomDrawer
          onClose={() => setReadersOf(null)}
          title={`${say('rooms.readers')} · ${String(readersOf['noticeTitle'] ?? '')}`}
        >
          <PagedPeople
            label={say('rooms.readers')}
            path={`/system/notice/${String(readersOf['noticeId'])}/readers`}
            query={{}}
            extra={{ title: say('rooms.readAt'), field: 'readTime' }}
            empty={say('rooms.nobodyRead')}
          />
        </RoomDrawer>
      )}
    </>
  );
}
