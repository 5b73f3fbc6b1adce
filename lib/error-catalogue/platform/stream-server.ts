import type { EntryGroup } from '../entry.ts';
import { advice } from './advice.ts';

/** 395xxx and 95xxx of the service: permissions, shares, limits, internal errors. Also 906xx and 40xx. */
export const streamServerEntries: readonly EntryGroup[] = [
  {
    source: 'service',
    isRetryable: 'yes',
    action: 'getToken',
    advice: advice.renewToken,
    rows: [
      ['395406 95406', '取流凭证（token）已失效', 'The token for the stream has expired'],
      ['395413 95413', '取流凭证（token）验证没有通过', 'The token for the stream could not be verified'],
      ['395556 95556', '取流凭据（ticket）没有通过校验', 'The stream ticket was rejected'],
      ['399016', '取流凭证已失效，需要更新', 'The token for the stream has expired and must be renewed'],
      ['394058 4058', '取流地址已过期', 'The stream address has expired'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.askAccess,
    rows: [
      ['395411 95411', '凭证没有查看该设备的权限', 'The token does not cover this device'],
      ['395601 95601', '群组分享没有给您观看权限', 'The group share does not allow you to watch'],
      [
        '90604',
        '账号与设备的关系没有通过验证',
        "The account's permission for the device could not be verified",
      ],
      ['90605', '该通道已被隐藏', 'This channel is hidden'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.askToShareAgain,
    rows: [
      ['395561 95561', '该用户在分享群组中已被锁定', 'This user is locked in the sharing group'],
      [
        '395562 95562 395602 95602',
        '群组分享的权限已变更',
        'The permissions of the group share have changed',
      ],
      ['395567 95567', '分享的通道已被锁定', 'The shared channel is locked'],
      ['396109 96109', '视频广场已取消分享', 'The public square no longer shares this video'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.duringShare,
    rows: [
      ['395545 95545', '视频分享的时间已经结束', 'The sharing period of the video has ended'],
      ['395566 95566 395600 95600', '现在不在分享的时间内', 'The current time is outside the shared hours'],
      ['90603', '现在不在可用的时间段', 'The stream is not available at this time'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.upgradeConcurrency,
    rows: [
      ['395546 95546', '取流并发路数已达上限', 'The maximum number of simultaneous streams is reached'],
      [
        '395547 95547',
        '开放平台账号的并发观看路数已达上限',
        'The account has reached its maximum number of streams',
      ],
      ['399048', '免费版的并发路数已达上限', 'The free tier allows no more concurrent streams'],
      ['399049', '免费版的并发能力已用完', 'The concurrency limit of the free tier is reached'],
      ['9048', '并发路数受限', 'The number of simultaneous streams is limited'],
      ['9049', '带宽已达上限', 'The bandwidth limit is reached'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.changeDataPlan,
    rows: [
      [
        '395507 95507',
        '设备的 4G 套餐只能在其原厂 App 中观看',
        "The 4G plan of the device allows only the manufacturer's app",
      ],
      [
        '90606',
        '设备使用不限流量的 4G 卡，不能在这里取流',
        'The device uses an unlimited 4G plan, which does not allow streams here',
      ],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.checkPageAddress,
    rows: [
      ['395407 95407', '取流地址的格式不正确', 'The stream address is invalid'],
      ['394057 4057 399008', '取流地址不合法', 'The stream address is not valid'],
      ['399001', '服务地址不合法', 'The address of the service is not valid'],
      ['399002', '服务地址缺少端口', 'The service address has no port'],
      ['90601', '没有这一路流', 'The stream does not exist'],
      ['90602', '这一路流已被停用', 'This stream is disabled'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.fixRequest,
    rows: [
      [
        '395400 95400',
        '取流参数有误：码流类型不对或缺少设备序列号',
        'Invalid stream parameters: wrong stream type or missing serial number',
      ],
      ['395568 95568', '找不到这种认证方式', 'The authentication type does not exist'],
      ['395569 95569', '认证返回的参数有误', 'The authentication response contains invalid parameters'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.refresh,
    rows: [
      ['95000', '流媒体服务内部处理异常', 'Internal error of the streaming service'],
      ['395412 95412', '流媒体会话不存在', 'The streaming session does not exist'],
      ['395500 95500', '视频服务暂时无法处理请求', 'The video service could not process the request'],
      ['395501', '流媒体服务器已满载', 'The streaming server has reached its capacity'],
      ['395503 95503', '没有分配到可用的流媒体服务器', 'No streaming server could be assigned'],
      ['395504 95504', '流媒体服务器的负载已达上限', 'The streaming server has reached its load limit'],
      ['395505 95505', '调度服务无法解密密钥协商数据', 'The dispatcher could not decrypt the key exchange'],
      ['395459 95459', '转发服务的密钥协商加密失败', 'The relay could not encrypt the key exchange'],
      [
        '395530 95530',
        '机房故障，服务暂时不可用',
        'The service is temporarily unavailable because of a data centre fault',
      ],
      ['395560 95560', '群组分享的二次验证没有通过', 'The second check of the group share failed'],
      ['395563 95563', '认证服务连接不上', 'The authentication service cannot be reached'],
      ['395564 95564', '身份认证没有及时完成', 'Authentication timed out'],
      ['95565', '服务的缓存已失效', 'The cached data of the service is no longer valid'],
      ['395701 95701', '信令服务的应答格式有误', 'The response of the signalling service is invalid'],
      ['395702 95702', '网关请求信令服务超时', "The gateway's request to the signalling service timed out"],
      ['395703 95703', '网关的请求没有接通', 'The gateway could not reach the target service'],
      ['4050', '服务内部的取流请求失败', 'A request for the stream inside the service failed'],
      ['4054', '服务没有生成取流凭据（ticket）', 'The service could not issue a stream ticket'],
      ['4056', '没有取到调度服务的信息', 'The details of the dispatcher are missing'],
      ['9060', '设备取流的校验没有通过', 'The stream request failed verification'],
      ['9062', '认证时网络出现问题', 'Network failure during authentication'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    action: 'getToken',
    advice: advice.renewToken,
    rows: [['9061', '身份认证没有通过', 'Authentication failed']],
  },
];
