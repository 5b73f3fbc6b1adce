'use client';
/** Devices and channels in the format of a token: `SERIAL` or `SERIAL:CHANNEL`. */
import { useQueries } from '@tanstack/react-query';
import type { RowOption } from '../../../../lib/contracts/admin/row-types.ts';
import { optionsQuery, useRelationOptions, useRelationTitles } from '../../resource/data/relations.ts';
import { useDefinition } from '../../resource/data/use-resource.ts';
import { usePageText } from '../../text/use-page-text.ts';

export interface CameraChoice {
  readonly value: string;
  readonly label: string;
}
export interface CameraGroup {
  readonly serial: string;
  /** Name and serial number of the device. */
  readonly title: string;
  /** The device as a whole, then its channels. */
  readonly choices: readonly CameraChoice[];
}

/** Devices found by name whose channels are searched as well, as they have other names. */
const maxSearched = 5;

const textOf = (option: RowOption, field: string) => String(option.fields?.[field] ?? '');

export const serialOf = (camera: string) => camera.split(':')[0] ?? camera;

/** At most 50 devices and 50 channels in the user's data scope; a keyword finds more. */
export function useCameraGroups(keyword: string) {
  const translate = usePageText();
  const devices = useRelationOptions('iot.device', keyword);
  const serials = devices.options.slice(0, maxSearched).map((device) => textOf(device, 'serial'));
  const cameras = useCameraOptions(keyword ? [keyword, ...serials] : ['']);
  const named = new Map(devices.options.map((device) => [textOf(device, 'serial'), device.title]));
  const others = cameras.options.filter((camera) => !named.has(textOf(camera, 'deviceSerial')));
  const serialById = new Map(
    others.map((camera) => [textOf(camera, 'deviceId'), textOf(camera, 'deviceSerial')]),
  );
  const nameOf = useRelationTitles('iot.device', [...serialById.keys()], {
    orElse: (id) => serialById.get(id) ?? id,
  });
  for (const [id, serial] of serialById) named.set(serial, nameOf(id));

  const groups = [...named].map(([serial, name]): CameraGroup => {
    const channels = cameras.options
      .filter((camera) => textOf(camera, 'deviceSerial') === serial)
      .sort((one, other) => Number(textOf(one, 'channelNo')) - Number(textOf(other, 'channelNo')));
    return {
      serial,
      title: translate('pages.token.device', { name, serial }),
      choices: [
        { value: serial, label: translate('pages.token.allChannelsOf', { name }) },
        ...channels.map((camera) => {
          const no = textOf(camera, 'channelNo');
          return {
            value: `${serial}:${no}`,
            label: translate('pages.token.channel', { name: camera.title, no }),
          };
        }),
      ],
    };
  });
  return { groups, isFetching: devices.isFetching || cameras.isFetching, nothing: devices.nothing };
}

/** Results of all keywords, each channel once. */
function useCameraOptions(keywords: readonly string[]) {
  const { data: definition } = useDefinition('iot.camera');
  return useQueries({
    queries: keywords.map((keyword) => optionsQuery(definition, keyword ? { keyword } : {})),
    combine: (answers) => ({
      options: [
        ...new Map(answers.flatMap(({ data }) => data ?? []).map((option) => [option.id, option])).values(),
      ],
      isFetching: answers.some(({ isFetching }) => isFetching),
    }),
  });
}
