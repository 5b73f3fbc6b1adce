import type { EntryGroup } from '../entry.ts';
import { advice } from './advice.ts';

/** Codes seen in the field but documented nowhere: the texts only describe their family. */
export const unclassifiedEntries: readonly EntryGroup[] = [
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.logInAgain,
    rows: [
      [
        '170001 170005',
        '登录服务返回未归类的错误（170xxx）',
        'The login service reported an error that is not classified (170xxx)',
      ],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.contactAdministrator,
    rows: [
      [
        '1005 1013 1016',
        '账号服务返回未归类的错误（10xx）',
        'The account service reported an error that is not classified (10xx)',
      ],
      [
        '0 2 8 9 12 22 28 53 54 89 102 310 901',
        '收到未归类的短错误码',
        'An unclassified short error code was received',
      ],
      ['-1', '操作失败，没有更多说明', 'The operation failed, without further details'],
      ['3840', '收到未归类的错误码（3840）', 'An unclassified error code was received (3840)'],
      [
        '50004 50007 50009 50011 50018 50023 50047',
        '服务器返回未归类的错误（50xxx）',
        'The server reported an error that is not classified (50xxx)',
      ],
      [
        '100000 100001 100002 100003 100004 100005 100131',
        '服务返回未归类的错误（100xxx）',
        'The service reported an error that is not classified (100xxx)',
      ],
      [
        '500101 500103',
        '服务返回未归类的错误（500xxx）',
        'The service reported an error that is not classified (500xxx)',
      ],
    ],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.refreshOrRestart,
    rows: [
      [
        `320023 320024 320025 320045 320047 320049 320053 320054 320077 320081 320146 320204 320209
        320227 320229 320291 320355 320356 320357 320418 320423`,
        '播放组件返回未归类的错误（320xxx）',
        'The player component reported an error that is not classified (320xxx)',
      ],
      [
        '321000 321001 321002 321006 321016 321022 321032 321508 321510 321703',
        '播放组件返回未归类的错误（321xxx）',
        'The player component reported an error that is not classified (321xxx)',
      ],
      [
        '322009 322016 324001 324004 324005 325000 325032 326000 326032',
        '播放组件返回未归类的错误（322xxx 至 326xxx）',
        'The player component reported an error that is not classified (322xxx to 326xxx)',
      ],
      [
        `327000 327006 327032 328000 328002 328006 328011 328016 328022 328032 329032`,
        '播放组件返回未归类的错误（327xxx 至 329xxx）',
        'The player component reported an error that is not classified (327xxx to 329xxx)',
      ],
      [
        '400000 400004 400259',
        '播放组件返回未归类的错误（400xxx）',
        'The player component reported an error that is not classified (400xxx)',
      ],
      [
        '405800 405984 405989 405991 405995 405996 405997 405999 410026 410030',
        '播放组件返回未归类的错误（405xxx、410xxx）',
        'The player component reported an error that is not classified (405xxx, 410xxx)',
      ],
      [
        '1074807593 1075127593',
        '播放组件返回未归类的十位错误码',
        'The player component reported an unclassified ten-digit code',
      ],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.refreshOrRestart,
    rows: [
      [
        '360011 360012 360014 360016 360019 360020 360100 360104',
        '对讲服务返回未归类的错误（360xxx）',
        'The talk service reported an error that is not classified (360xxx)',
      ],
      [
        '362026 368005 368006 368007 369003',
        '对讲服务返回未归类的错误（362xxx 至 369xxx）',
        'The talk service reported an error that is not classified (362xxx to 369xxx)',
      ],
      [
        '370004 370007 370009 370017 370047 371026',
        '播放服务返回未归类的错误（370xxx、371xxx）',
        'The playback service reported an error that is not classified (370xxx, 371xxx)',
      ],
      [
        '399999',
        '流媒体服务返回未归类的错误（399xxx）',
        'The streaming service reported an error that is not classified (399xxx)',
      ],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.checkDevice,
    rows: [
      [
        '106002 120097',
        '设备服务返回未归类的错误',
        'The device service reported an error that is not classified',
      ],
      [
        `380000 380001 380003 380006 380008 380042 380101 380103 380201 380203 380204 380213 380227 380229
        380255 380336 380339 380356 380357 380418 380421 380425 380451 380461`,
        '与设备直连时出现未归类的错误（380xxx）',
        'Unclassified error of the direct connection to the device (380xxx)',
      ],
      [
        '381101 381102 381103',
        '与设备直连时出现未归类的错误（381xxx）',
        'Unclassified error of the direct connection to the device (381xxx)',
      ],
    ],
  },
];
