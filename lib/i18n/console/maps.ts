import { defineTexts } from './define-texts.ts';

/** Maps of cameras. */
export const mapTexts = defineTexts({
  'map.map': { 'zh-CN': '地图', 'en-US': 'Map' },
  'map.keys': {
    'zh-CN': '方向键移动地图，+ 和 - 缩放',
    'en-US': 'Arrow keys move the map, + and - zoom',
  },
  'map.pickKeys': {
    'zh-CN': '点击地图选择位置。键盘：方向键移动，+ 和 - 缩放，Enter 选择中心',
    'en-US':
      'Click the map to choose a place. Keyboard: arrow keys move, + and - zoom, Enter chooses the centre',
  },
  'map.zoomIn': { 'zh-CN': '放大', 'en-US': 'Zoom in' },
  'map.zoomOut': { 'zh-CN': '缩小', 'en-US': 'Zoom out' },
  'map.drawnFrom': {
    'zh-CN': '城市位置：GeoNames (CC BY 4.0)',
    'en-US': 'Places of cities: GeoNames (CC BY 4.0)',
  },
  'map.unavailable': { 'zh-CN': '无法显示地图', 'en-US': 'The map cannot be shown' },
  'map.find': { 'zh-CN': '搜索地点', 'en-US': 'Find a place' },
  'map.findAreas': { 'zh-CN': '省、市名称', 'en-US': 'Name of a province or city' },
  'map.findPlaces': {
    'zh-CN': '地址、地点或省、市名称',
    'en-US': 'An address, a place, a province or a city',
  },
  'map.areas': { 'zh-CN': '地区', 'en-US': 'Areas' },
  'map.places': { 'zh-CN': '地点', 'en-US': 'Places' },
  'map.nothing': { 'zh-CN': '没有找到地点', 'en-US': 'No place found' },
  'map.here': { 'zh-CN': '使用我的位置', 'en-US': 'Use my position' },
  'map.hereDenied': {
    'zh-CN': '浏览器不允许使用位置，请在地址栏中允许',
    'en-US': 'The browser does not allow using your position. Allow it in the address bar.',
  },
  'map.hereUnknown': {
    'zh-CN': '无法取得您的位置，请在地图上选择',
    'en-US': 'Your position is not available. Choose it on the map.',
  },
  'map.choose': { 'zh-CN': '在地图上选择', 'en-US': 'Choose on the map' },
  'map.byAddress': { 'zh-CN': '按地址查找', 'en-US': 'Find by address' },
  'map.chosen': {
    'zh-CN': '位置：经度 {lng}，纬度 {lat}',
    'en-US': 'Place: longitude {lng}, latitude {lat}',
  },
  'map.notChosen': { 'zh-CN': '尚未选择位置', 'en-US': 'No place chosen' },
  'map.clear': { 'zh-CN': '清除位置', 'en-US': 'Remove the place' },
  'map.place': { 'zh-CN': '位置', 'en-US': 'Place' },
  'map.cameras': { 'zh-CN': '地图上的摄像头', 'en-US': 'Cameras on the map' },
  'map.filter': { 'zh-CN': '筛选摄像头', 'en-US': 'Filter cameras' },
  'map.filterHint': { 'zh-CN': '名称、序列号或安装位置', 'en-US': 'Name, serial number or location' },
  'map.count': {
    'zh-CN': '{count} 个摄像头',
    'en-US': '{count, plural, one {# camera} other {# cameras}}',
  },
  'map.unplaced': {
    'zh-CN': '另有 {count} 个摄像头没有位置',
    'en-US': '{count, plural, one {# more camera has} other {# more cameras have}} no place',
  },
  'map.isCut': {
    'zh-CN': '地图最多显示 {count} 个摄像头，其余不显示',
    'en-US': 'The map shows at most {count} cameras. The others are left out.',
  },
  'map.empty': {
    'zh-CN': '还没有摄像头有位置。请在摄像头的表单中选择位置。',
    'en-US': 'No camera has a place yet. Choose one in the form of a camera.',
  },
  'map.toCameras': { 'zh-CN': '打开摄像头列表', 'en-US': 'Open the list of cameras' },
  'map.noMatch': { 'zh-CN': '没有符合条件的摄像头', 'en-US': 'No camera matches' },
  'map.online': { 'zh-CN': '在线', 'en-US': 'Online' },
  'map.offline': { 'zh-CN': '离线', 'en-US': 'Offline' },
  'map.never': { 'zh-CN': '未激活', 'en-US': 'Never online' },
  'map.disabled': { 'zh-CN': '停用', 'en-US': 'Disabled' },
  'map.details': { 'zh-CN': '{name} 的详情', 'en-US': 'Details of {name}' },
  'map.watch': { 'zh-CN': '观看 {name}', 'en-US': 'Watch {name}' },
  'map.show': { 'zh-CN': '在地图上显示 {name}', 'en-US': 'Show {name} on the map' },
  'map.legend': { 'zh-CN': '图例', 'en-US': 'Legend' },
});
