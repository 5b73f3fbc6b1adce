import type { LocalText } from '../translate.ts';

/**
 * Names of the provinces, and their short signs for the map: as on number plates, and of ISO 3166-2. English names of
 * cities are in `city-names.json`.
 */
export const provinceTexts: Readonly<Record<number, { readonly name: LocalText; readonly sign: LocalText }>> =
  {
    110000: {
      name: { 'zh-CN': '北京市', 'en-US': 'Beijing' },
      sign: { 'zh-CN': '京', 'en-US': 'BJ' },
    },
    120000: {
      name: { 'zh-CN': '天津市', 'en-US': 'Tianjin' },
      sign: { 'zh-CN': '津', 'en-US': 'TJ' },
    },
    130000: {
      name: { 'zh-CN': '河北省', 'en-US': 'Hebei' },
      sign: { 'zh-CN': '冀', 'en-US': 'HE' },
    },
    140000: {
      name: { 'zh-CN': '山西省', 'en-US': 'Shanxi' },
      sign: { 'zh-CN': '晋', 'en-US': 'SX' },
    },
    150000: {
      name: { 'zh-CN': '内蒙古自治区', 'en-US': 'Inner Mongolia' },
      sign: { 'zh-CN': '蒙', 'en-US': 'NM' },
    },
    210000: {
      name: { 'zh-CN': '辽宁省', 'en-US': 'Liaoning' },
      sign: { 'zh-CN': '辽', 'en-US': 'LN' },
    },
    220000: {
      name: { 'zh-CN': '吉林省', 'en-US': 'Jilin' },
      sign: { 'zh-CN': '吉', 'en-US': 'JL' },
    },
    230000: {
      name: { 'zh-CN': '黑龙江省', 'en-US': 'Heilongjiang' },
      sign: { 'zh-CN': '黑', 'en-US': 'HL' },
    },
    310000: {
      name: { 'zh-CN': '上海市', 'en-US': 'Shanghai' },
      sign: { 'zh-CN': '沪', 'en-US': 'SH' },
    },
    320000: {
      name: { 'zh-CN': '江苏省', 'en-US': 'Jiangsu' },
      sign: { 'zh-CN': '苏', 'en-US': 'JS' },
    },
    330000: {
      name: { 'zh-CN': '浙江省', 'en-US': 'Zhejiang' },
      sign: { 'zh-CN': '浙', 'en-US': 'ZJ' },
    },
    340000: {
      name: { 'zh-CN': '安徽省', 'en-US': 'Anhui' },
      sign: { 'zh-CN': '皖', 'en-US': 'AH' },
    },
    350000: {
      name: { 'zh-CN': '福建省', 'en-US': 'Fujian' },
      sign: { 'zh-CN': '闽', 'en-US': 'FJ' },
    },
    360000: {
      name: { 'zh-CN': '江西省', 'en-US': 'Jiangxi' },
      sign: { 'zh-CN': '赣', 'en-US': 'JX' },
    },
    370000: {
      name: { 'zh-CN': '山东省', 'en-US': 'Shandong' },
      sign: { 'zh-CN': '鲁', 'en-US': 'SD' },
    },
    410000: {
      name: { 'zh-CN': '河南省', 'en-US': 'Henan' },
      sign: { 'zh-CN': '豫', 'en-US': 'HA' },
    },
    420000: {
      name: { 'zh-CN': '湖北省', 'en-US': 'Hubei' },
      sign: { 'zh-CN': '鄂', 'en-US': 'HB' },
    },
    430000: {
      name: { 'zh-CN': '湖南省', 'en-US': 'Hunan' },
      sign: { 'zh-CN': '湘', 'en-US': 'HN' },
    },
    440000: {
      name: { 'zh-CN': '广东省', 'en-US': 'Guangdong' },
      sign: { 'zh-CN': '粤', 'en-US': 'GD' },
    },
    450000: {
      name: { 'zh-CN': '广西壮族自治区', 'en-US': 'Guangxi' },
      sign: { 'zh-CN': '桂', 'en-US': 'GX' },
    },
    460000: {
      name: { 'zh-CN': '海南省', 'en-US': 'Hainan' },
      sign: { 'zh-CN': '琼', 'en-US': 'HI' },
    },
    500000: {
      name: { 'zh-CN': '重庆市', 'en-US': 'Chongqing' },
      sign: { 'zh-CN': '渝', 'en-US': 'CQ' },
    },
    510000: {
      name: { 'zh-CN': '四川省', 'en-US': 'Sichuan' },
      sign: { 'zh-CN': '川', 'en-US': 'SC' },
    },
    520000: {
      name: { 'zh-CN': '贵州省', 'en-US': 'Guizhou' },
      sign: { 'zh-CN': '贵', 'en-US': 'GZ' },
    },
    530000: {
      name: { 'zh-CN': '云南省', 'en-US': 'Yunnan' },
      sign: { 'zh-CN': '云', 'en-US': 'YN' },
    },
    540000: {
      name: { 'zh-CN': '西藏自治区', 'en-US': 'Tibet' },
      sign: { 'zh-CN': '藏', 'en-US': 'XZ' },
    },
    610000: {
      name: { 'zh-CN': '陕西省', 'en-US': 'Shaanxi' },
      sign: { 'zh-CN': '陕', 'en-US': 'SN' },
    },
    620000: {
      name: { 'zh-CN': '甘肃省', 'en-US': 'Gansu' },
      sign: { 'zh-CN': '甘', 'en-US': 'GS' },
    },
    630000: {
      name: { 'zh-CN': '青海省', 'en-US': 'Qinghai' },
      sign: { 'zh-CN': '青', 'en-US': 'QH' },
    },
    640000: {
      name: { 'zh-CN': '宁夏回族自治区', 'en-US': 'Ningxia' },
      sign: { 'zh-CN': '宁', 'en-US': 'NX' },
    },
    650000: {
      name: { 'zh-CN': '新疆维吾尔自治区', 'en-US': 'Xinjiang' },
      sign: { 'zh-CN': '新', 'en-US': 'XJ' },
    },
    710000: {
      name: { 'zh-CN': '台湾省', 'en-US': 'Taiwan' },
      sign: { 'zh-CN': '台', 'en-US': 'TW' },
    },
    810000: {
      name: { 'zh-CN': '香港特别行政区', 'en-US': 'Hong Kong' },
      sign: { 'zh-CN': '港', 'en-US': 'HK' },
    },
    820000: {
      name: { 'zh-CN': '澳门特别行政区', 'en-US': 'Macao' },
      sign: { 'zh-CN': '澳', 'en-US': 'MO' },
    },
  };
