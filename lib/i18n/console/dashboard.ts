import { defineTexts } from './define-texts.ts';

export const dashboardTexts = defineTexts({
  'dashboard.welcome': { 'zh-CN': '您好，{name}', 'en-US': 'Hello, {name}' },
  'dashboard.asOf': { 'zh-CN': '截至 {time}，每 10 秒更新', 'en-US': 'As of {time}, every 10 seconds' },
  'dashboard.devices': { 'zh-CN': '设备', 'en-US': 'Devices' },
  'dashboard.online': { 'zh-CN': '在线', 'en-US': 'Online' },
  'dashboard.offline': { 'zh-CN': '离线', 'en-US': 'Offline' },
  'dashboard.unknown': { 'zh-CN': '未激活', 'en-US': 'Never seen' },
  'dashboard.unknownWhy': {
    'zh-CN': '未激活：从未应答过观看、检测或定时询问的设备',
    'en-US': 'Never seen: neither watched, nor checked, nor asked by the server yet',
  },
  'dashboard.disabledOf': { 'zh-CN': '停用 {count}', 'en-US': '{count} off' },
  'dashboard.channels': { 'zh-CN': '通道', 'en-US': 'Cameras' },
  'dashboard.viewers': { 'zh-CN': '正在观看', 'en-US': 'Watching now' },
  'dashboard.streams': { 'zh-CN': '码流', 'en-US': 'Streams' },
  'dashboard.streamsOf': {
    'zh-CN': '正常 {live} · 启动 {starting} · 重试 {retrying}',
    'en-US': '{live} live · {starting} starting · {retrying} retrying',
  },
  'dashboard.bitrate': { 'zh-CN': '取流码率 {rate}', 'en-US': '{rate} from cameras' },
  'dashboard.logins': { 'zh-CN': '今日登录', 'en-US': 'Sign-ins today' },
  'dashboard.loginsOf': {
    'zh-CN': '{people} 人 · 失败 {failed} 次',
    'en-US': '{people} signed in · {failed} failed',
  },
  'dashboard.storage': { 'zh-CN': '可用存储', 'en-US': 'Free storage' },
  'dashboard.storageOf': {
    'zh-CN': '共 {total} · 数据 {data} · 数据库 {database}',
    'en-US': 'of {total} · {data} of data · {database} of database',
  },
  'dashboard.errors': { 'zh-CN': '错误（24 小时）', 'en-US': 'Errors in 24 hours' },
  'dashboard.errorsSince': { 'zh-CN': '自 {since} 起统计', 'en-US': 'Counted since {since}' },
  'dashboard.noErrors': { 'zh-CN': '没有错误', 'en-US': 'No errors' },
  'dashboard.errorCount': {
    'zh-CN': '{count} 次，{cameras} 路',
    'en-US': '{count} times, {cameras} cameras',
  },
  'dashboard.alarms': { 'zh-CN': '最近动态', 'en-US': 'Lately' },
  'dashboard.noAlarms': { 'zh-CN': '一切正常', 'en-US': 'All is well' },
  'dashboard.recovered': { 'zh-CN': '已恢复', 'en-US': 'Back' },
  'dashboard.failed': { 'zh-CN': '异常', 'en-US': 'Failed' },
  'dashboard.times': { 'zh-CN': '{count} 次', 'en-US': '{count} times' },
  'dashboard.lastHour': { 'zh-CN': '最近一小时', 'en-US': 'The last hour' },
  'dashboard.chartOf': {
    'zh-CN': '最近一小时的观看人数和码流，现在 {viewers} 人观看、{live} 路正常',
    'en-US': 'Viewers and streams of the last hour: {viewers} viewers and {live} live streams now',
  },
  'dashboard.collecting': { 'zh-CN': '正在收集数据', 'en-US': 'Still collecting' },
  'dashboard.collectingWhy': {
    'zh-CN': '每 30 秒记录一次，一分钟后即可看到曲线',
    'en-US': 'Counted every 30 seconds: the chart begins within a minute',
  },
  'dashboard.nothing': {
    'zh-CN': '您的角色没有可在首页查看的数据，请从菜单开始',
    'en-US': 'Your roles see no numbers here: start from the menu',
  },
});
