/** Calls of the camera pages besides those of their resources. Ids are 32 hex digits; times as in all resources. */
import { z } from 'zod';
import { capabilities } from '../../lapp/capabilities.ts';
import { deviceSerial, displayName } from '../../lapp/fields.ts';
import { defineAdminCall } from '../call.ts';

const hexId = z.string().regex(/^[0-9a-f]{32}$/);
const profile = z.enum(['main', 'sub']);
const account = z.string().max(256);
const address = z.string().trim().min(1).max(2048);
const channelNo = z.number().int().min(1).max(256);
const scene = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const transport = z.enum(['auto', 'tcp', 'udp', 'multicast']);
/** As in a device address: no white space, no separators. */
const validCode = z.string().regex(/^[^\s/?#\p{C}]{1,64}$/u);

/**
 * A source as entered. User name and password are never returned. Absent: the stored ones are kept if the host is the
 * same; empty: they are removed.
 */
const rtspInput = z.strictObject({
  kind: z.literal('rtsp'),
  url: address,
  username: account.optional(),
  password: account.optional(),
  /** How the camera sends its media. Absent: the stored choice, else `auto`. */
  transport: transport.optional(),
});
const demoInput = z.strictObject({ kind: z.literal('demo'), scene });
const sourceInput = z.discriminatedUnion('kind', [rtspInput, demoInput]);
/** Without an address the stored one is kept, for instance with a new password. */
const sourceChange = z.discriminatedUnion('kind', [rtspInput.partial({ url: true }), demoInput]);
const login = z.strictObject({ username: account, password: account });

/** A source as displayed: no credentials, no path. */
const source = z.object({
  profile,
  kind: z.enum(['rtsp', 'demo']),
  /** `rtsp://host:port/…` or `demo:scene`. */
  label: z.string(),
  hasPassword: z.boolean(),
  scene: z.string().nullable(),
  /** Has no meaning for a demo source. */
  transport,
  updateTime: z.string(),
});
const sources = z.object({
  sources: z.array(source),
  onvif: z.object({ label: z.string(), hasPassword: z.boolean() }).nullable(),
  /** Available scenes of a demo source. */
  scenes: z.array(z.string()),
});

export const cameraSources = defineAdminCall({
  method: 'GET',
  path: '/iot/camera/{id}/sources',
  policy: { anyOf: ['iot:camera:query'] },
  summary: { 'zh-CN': '摄像头的取流来源', 'en-US': 'Stream sources of a camera' },
  params: z.object({ id: hexId }),
  data: sources,
});

export const cameraSetSource = defineAdminCall({
  method: 'PUT',
  path: '/iot/camera/{id}/source/{profile}',
  policy: { anyOf: ['iot:camera:edit'] },
  summary: { 'zh-CN': '设置取流来源', 'en-US': 'Set a stream source' },
  params: z.object({ id: hexId, profile }),
  body: sourceChange,
  data: sources,
});

export const cameraRemoveSource = defineAdminCall({
  method: 'DELETE',
  path: '/iot/camera/{id}/source/{profile}',
  policy: { anyOf: ['iot:camera:edit'] },
  summary: { 'zh-CN': '移除取流来源', 'en-US': 'Remove a stream source' },
  params: z.object({ id: hexId, profile }),
  data: sources,
});

export const cameraSetOnvif = defineAdminCall({
  method: 'PUT',
  path: '/iot/camera/{id}/onvif',
  policy: { anyOf: ['iot:camera:edit'] },
  summary: { 'zh-CN': '设置 ONVIF 地址', 'en-US': 'Set the ONVIF address' },
  params: z.object({ id: hexId }),
  /** Without a login, the login of the main stream is used if both have the same host. */
  body: z.strictObject({ url: address, login: login.optional() }),
  data: sources,
});

export const cameraRemoveOnvif = defineAdminCall({
  method: 'DELETE',
  path: '/iot/camera/{id}/onvif',
  policy: { anyOf: ['iot:camera:edit'] },
  summary: { 'zh-CN': '移除 ONVIF 地址', 'en-US': 'Remove the ONVIF address' },
  params: z.object({ id: hexId }),
  data: sources,
});

/** The last picture, at most some minutes old, of a camera within the data scope. */
export const cameraThumbnail = defineAdminCall({
  method: 'GET',
  path: '/iot/camera/{id}/thumbnail',
  policy: { anyOf: ['iot:camera:play'] },
  summary: { 'zh-CN': '摄像头最近的画面', 'en-US': 'Last picture of a camera' },
  params: z.object({ id: hexId }),
  /** Null: there is none. */
  data: z
    .object({
      /** A JPEG, base64. Null: the camera is encrypted. */
      content: z.string().nullable(),
    })
    .nullable(),
});

/** For a camera that does not exist yet. */
export const cameraScenes = defineAdminCall({
  method: 'GET',
  path: '/iot/camera/scenes',
  policy: { anyOf: ['iot:camera:add', 'iot:camera:edit'] },
  summary: { 'zh-CN': '演示场景', 'en-US': 'Demo scenes' },
  data: z.array(z.string()),
});

/** Creates device, channel and sources in one call, as on the command line. */
export const cameraConnect = defineAdminCall({
  method: 'POST',
  path: '/iot/camera/connect',
  policy: { anyOf: ['iot:camera:add'] },
  summary: { 'zh-CN': '接入摄像头', 'en-US': 'Add a camera' },
  body: z.strictObject({
    /** Absent: generated. The serial of an existing device adds a channel to it. */
    serial: deviceSerial.optional(),
    channelNo: channelNo.default(1),
    name: displayName,
    companyId: hexId.nullable().optional(),
    deptId: z.number().int().positive().nullable().optional(),
    validCode: validCode.optional(),
    isEncrypt: z.boolean().default(false),
    main: sourceInput,
    sub: sourceInput.optional(),
    onvif: z.strictObject({ url: address, login: login.optional() }).optional(),
  }),
  data: z.object({ id: hexId, deviceId: hexId, serial: z.string(), channelNo }),
});

const advice = z.object({
  code: z.string(),
  severity: z.enum(['problem', 'hint']),
  /** In the caller's language. */
  message: z.string(),
});

export const cameraCheck = defineAdminCall({
  method: 'POST',
  path: '/iot/camera/check',
  policy: { anyOf: ['iot:camera:query'] },
  summary: { 'zh-CN': '检测摄像头', 'en-US': 'Check a camera' },
  /** `source`: checks this address instead of the stored one; it is not stored. */
  body: z.strictObject({ id: hexId, profile: profile.optional(), source: sourceInput.optional() }),
  data: z.object({
    profiles: z.array(
      z.object({
        profile,
        ok: z.boolean(),
        /** Code of the failure, for instance `source.auth`. */
        code: z.string().nullable(),
        /** What failed and what to do, in the caller's language. */
        message: z.string().nullable(),
        advice: z.array(advice),
        firstFrameMs: z.number().nullable(),
        video: z
          .object({
            codec: z.string(),
            width: z.number(),
            height: z.number(),
            fps: z.number().nullable(),
            bitrateKbps: z.number(),
            keyFrameIntervalMs: z.number().nullable(),
          })
          .nullable(),
        audio: z.object({ codec: z.string(), sampleRate: z.number(), channels: z.number() }).nullable(),
        /** How the media arrived. Null: of a demo camera, or nothing arrived. */
        transport: z.enum(['tcp', 'udp', 'multicast']).nullable(),
      }),
    ),
    /** Null: no ONVIF address, or only one profile was requested. */
    onvif: z
      .object({
        ok: z.boolean(),
        code: z.string().nullable(),
        message: z.string().nullable(),
        pan: z.boolean(),
        tilt: z.boolean(),
      })
      .nullable(),
    /** Whether the recordings in the camera can be played. Null as for `onvif`, and for demo cameras. */
    recordings: z.object({ ok: z.boolean(), code: z.string().nullable(), message: z.string() }).nullable(),
    /** Whether the camera can be talked to. Null: only one profile was requested, or it cannot be asked. */
    talk: z.object({ ok: z.boolean(), code: z.string().nullable(), message: z.string() }).nullable(),
  }),
  rejectsDuplicates: false,
});

const streamState = z.enum(['starting', 'live', 'retrying']);
const streamError = z.object({ code: z.string(), title: z.string(), message: z.string() });

export const cameraStatus = defineAdminCall({
  method: 'GET',
  path: '/iot/camera/status',
  policy: { anyOf: ['iot:camera:list'] },
  summary: { 'zh-CN': '正在运行的码流', 'en-US': 'Running streams' },
  query: z.object({
    /** Comma separated, at most 100; absent: all of them. */
    ids: z
      .string()
      .regex(/^[0-9a-f]{32}(?:,[0-9a-f]{32}){0,99}$/)
      .optional(),
  }),
  data: z.array(
    z.object({
      /** Of the channel. */
      id: hexId,
      serial: z.string(),
      channelNo: z.number(),
      name: z.string(),
      profile,
      state: streamState,
      /** Of the stream as sent and converted. */
      viewers: z.number(),
      bitrateKbps: z.number().nullable(),
      /** Start of the current state. */
      since: z.string().nullable(),
      /** For instance `H.264 1280x720, AAC`. */
      carries: z.string().nullable(),
      error: streamError.nullable(),
      retryTime: z.string().nullable(),
      /** To H.264, for viewers whose browser needs it. Null: not converted at the moment. */
      conversion: z
        .object({
          state: streamState,
          viewers: z.number(),
          carries: z.string().nullable(),
          error: streamError.nullable(),
        })
        .nullable(),
    }),
  ),
});

/** Repeated before `expireTime` while the preview is open. */
export const cameraPreview = defineAdminCall({
  method: 'POST',
  path: '/iot/camera/preview',
  policy: { anyOf: ['iot:camera:play'] },
  summary: { 'zh-CN': '预览摄像头', 'en-US': 'Preview a camera' },
  more: { 'iot:camera:ptz': { 'zh-CN': '云台控制', 'en-US': 'PTZ control' } },
  body: z.strictObject({ id: hexId }),
  data: z.object({
    /** For the player's `accessToken`. Short-lived; also ends with the session. */
    accessToken: z.string(),
    /** For the player's `app`. */
    appKey: z.string(),
    /** Epoch ms, for the player. */
    expireTime: z.number(),
    capabilities: z.array(z.enum(capabilities)),
    /** For the player's `url`, without the host: `SERIAL/CHANNEL.hd.live`. */
    path: z.string(),
    /** The player requests the device's verification code. */
    isEncrypt: z.boolean(),
  }),
  rejectsDuplicates: false,
});

/** Of a demo camera; null: nothing since the server started. */
export const demoCameraAudio = defineAdminCall({
  method: 'GET',
  path: '/iot/camera/{id}/playedAudio',
  policy: { anyOf: ['iot:camera:play'] },
  summary: {
    'zh-CN': '演示摄像头的扬声器最近播放的一分钟声音',
    'en-US': 'The last minute that the loudspeaker of a demo camera played',
  },
  params: z.object({ id: hexId }),
  data: z
    .object({
      /** A WAV file, base64. */
      content: z.string(),
      seconds: z.number(),
      /** When the last sample was played. */
      endTime: z.string(),
    })
    .nullable(),
});

export const applicationRotate = defineAdminCall({
  method: 'PUT',
  path: '/iot/application/rotate',
  policy: { anyOf: ['iot:application:rotate'] },
  summary: { 'zh-CN': '更换应用密钥', 'en-US': 'Rotate the application secret' },
  body: z.strictObject({ id: hexId }),
  /** Returned once; not stored. */
  data: z.object({ id: hexId, appKey: z.string(), appSecret: z.string() }),
  acceptedWhenFull: true,
});
