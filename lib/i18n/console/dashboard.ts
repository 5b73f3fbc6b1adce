import { defineTexts } from './define-texts.ts';

export const dashboardTexts = defineTexts({
  'dashboard.welcome': { 'zh-CN': '您好，{name}', 'en-US': 'Hello, {name}' },
  'dashboard.asOf': {
    'zh-CN': '截至 {time}，每 10 秒更新',
    'en-US': 'Updated {time}, refreshes every 10 seconds',
  },
  'dashboard.devices': { 'zh-CN': '设备', 'en-US': 'Devices' },
  'dashboard.online': { 'zh-CN': '在线', 'en-US': 'Online' },
  'dashboard.offline': { 'zh-CN': '离线', 'en-US': 'Offline' },
  'dashboard.unknown': { 'zh-CN': '从未上线', 'en-US': 'Never online' },
  'dashboard.unknownWhy': {
    'zh-CN': '从未上线：从未响应过观看、检测或定时状态查询的设备',
    'en-US': 'Never online: has not responded to a viewer, a check or the regular status query',
  },
  'dashboard.disabledOf': { 'zh-CN': '停用 {count}', 'en-US': '{count} disabled' },
  'dashboard.channels': { 'zh-CN': '摄像头', 'en-US': 'Cameras' },
  'dashboard.viewers': { 'zh-CN': '正在观看', 'en-US': 'Viewers' },
  'dashboard.streams': { 'zh-CN': '码流', 'en-US': 'Streams' },
  'dashboard.streamsOf': {
    'zh-CN': '正常 {live} · 启动 {starting} · 重试 {retrying}',
    'en-US': '{live} live · {starting} starting · {retrying} retrying',
  },
  'dashboard.bitrate': { 'zh-CN': '取流码率 {rate}', 'en-US': 'Incoming bitrate {rate}' },
  'dashboard.logins': { 'zh-CN': '今日登录', 'en-US': 'Sign-ins today' },
  'dashboard.loginsOf': {
    'zh-CN': '{people} 人 · 失败 {failed} 次',
    'en-US': '{people, plural, one {# user} other {# users}} · {failed} failed',
  },
  'dashboard.storage': { 'zh-CN': '可用存储', 'en-US': 'Free storage' },
  'dashboard.storageOf': {
    'zh-CN': '共 {total} · 数据 {data} · 数据库 {database}',
    'en-US': '{total} total · data {data} · database {database}',
  },
  'dashboard.errors': { 'zh-CN': '错误（24 小时）', 'en-US': 'Errors (24 hours)' },
  'dashboard.errorsSince': { 'zh-CN': '自 {since} 起统计', 'en-US': 'Counted since {since}' },
  'dashboard.noErrors': { 'zh-CN': '没有错误', 'en-US': 'No errors' },
  'dashboard.errorCount': {
    'zh-CN': '{count} 次，{cameras} 个摄像头',
    'en-US':
      '{count, plural, one {# error} other {# errors}} on {cameras, plural, one {# camera} other {# cameras}}',
  },
  'dashboard.openAlarms': { 'zh-CN': '未处理的报警', 'en-US': 'Unacknowledged alarms' },
  'dashboard.newestAlarm': {
    'zh-CN': '最新：{camera} {title}（{time}）',
    'en-US': 'Newest: {camera}, {title} ({time})',
  },
  'dashboard.noOpenAlarms': { 'zh-CN': '暂无未处理的报警', 'en-US': 'None' },
  'dashboard.alarms': { 'zh-CN': '最近动态', 'en-US': 'Recent activity' },
  'dashboard.noAlarms': { 'zh-CN': '暂无动态', 'en-US': 'No incidents' },
  'dashboard.recovered': { 'zh-CN': '已恢复', 'en-US': 'Recovered' },
  'dashboard.failed': { 'zh-CN': '异常', 'en-US': 'Failed' },
  'dashboard.times': { 'zh-CN': '{count} 次', 'en-US': '{count, plural, one {# time} other {# times}}' },
  'dashboard.lastHour': { 'zh-CN': '最近一小时', 'en-US': 'Last hour' },
  'dashboard.chartOf': {
    'zh-CN': '最近一小时的观看人数和码流，现在 {viewers} 人观看、{live} 路正常',
    'en-US':
      'Viewers and streams in the last hour; now {viewers, plural, one {# viewer} other {# viewers}}, {live, plural, one {# live stream} other {# live streams}}',
  },
  'dashboard.collecting': { 'zh-CN': '正在收集数据', 'en-US': 'Collecting data' },
  'dashboard.collectingWhy': {
    'zh-CN': '每 30 秒记录一次，一分钟后即可看到曲线',
    'en-US': 'A sample is recorded every 30 seconds. The chart appears after one minute.',
  },
  'dashboard.nothing': {
    'zh-CN': '您的角色没有首页数据，请从菜单选择页面',
    'en-US': 'Your roles have no dashboard data. Choose a page from the menu.',
  },
});
