import { advice as ownAdvice } from '../advice.ts';
import { inBoth } from '../entry.ts';

/** Advice for codes of camera platforms, shared to keep about a thousand rows small. */
export const advice = {
  ...ownAdvice,

  // General
  refresh: inBoth(
    '请刷新重试；若仍失败，请稍后再试',
    'Refresh and try again; if it still fails, try again later',
  ),
  refreshOrRestart: inBoth(
    '请刷新重试，或重启设备后再试',
    'Refresh and try again, or restart the device first',
  ),
  later: inBoth('请稍后重试', 'Try again later'),
  nothingToDo: inBoth('无需处理', 'No action required'),
  alreadySo: inBoth('无需重复操作', 'No need to repeat the operation'),
  contactSupport: inBoth(
    '请记下错误码并联系管理员或技术支持',
    'Note the error code and contact an administrator or support',
  ),

  // Requests, applications, accounts
  fixRequest: inBoth(
    '请检查请求的参数是否完整、格式是否正确',
    'Check that all request parameters are present and valid',
  ),
  fixAppKey: inBoth(
    '请确认取凭证和播放使用的是同一个 appKey',
    'Make sure that the token and the player use the same appKey',
  ),
  signAgain: inBoth(
    '请按接口文档重新计算签名，文本使用 UTF-8 编码',
    'Compute the signature again according to the API documentation, with texts in UTF-8',
  ),
  syncTime: inBoth(
    '请先同步服务器时间，再重新签名',
    'Sync with the server time first, then sign the request again',
  ),
  allowAddress: inBoth('请管理员将当前 IP 地址加入允许范围', 'Ask an administrator to allow this IP address'),
  askPermission: inBoth(
    '请联系账号管理员开通所需权限',
    'Ask the account administrator for the required permission',
  ),
  upgradeEnterprise: inBoth(
    '请升级为企业版以提高上限，或稍后重试',
    'Upgrade to the enterprise tier for a higher limit, or try again later',
  ),
  upgradeConcurrency: inBoth(
    '关闭其他画面后重试，或升级为企业版以放开并发限制',
    'Close other views and try again, or upgrade to the enterprise tier to lift the limit',
  ),
  checkAccount: inBoth('请核对账号信息后重试', 'Check the account details and try again'),
  checkPassword: inBoth('请核对密码后重新输入', 'Check the password and enter it again'),
  chooseAnother: inBoth('请换一个后重试', 'Choose another one and try again'),
  checkSmsCode: inBoth(
    '请核对收到的验证码，或重新获取',
    'Check the code that you received, or request a new one',
  ),
  waitForSms: inBoth('请稍等片刻再获取验证码', 'Wait a moment before requesting another code'),
  bindFirst: inBoth('请先完成账号绑定并开通云服务', 'Bind the account and open the cloud service first'),
  logInAgain: inBoth('请退出登录后重新登录', 'Sign out and sign in again'),
  liftTerminalBinding: inBoth(
    '请账号所有者关闭终端绑定后重试',
    'Ask the account owner to disable terminal binding, then try again',
  ),
  payAccount: inBoth('请为账号充值或购买相应服务', 'Top up the account or buy the service'),
  chooseSupportedPlan: inBoth(
    '请选择设备支持的云存储方案',
    'Choose a cloud storage plan that the device supports',
  ),
  smallerPage: inBoth(
    '请减小每次查询的起始页和条数后重试',
    'Reduce the page number or page size and try again',
  ),

  // Devices
  checkRegistration: inBoth(
    '请核对设备序列号，并确认设备已联网并完成注册',
    'Check the serial number, and that the device is online and registered',
  ),
  checkChannelLink: inBoth(
    '请检查录像机该通道是否已关联摄像机',
    'Check that a camera is linked to this channel of the recorder',
  ),
  checkChannelOnline: inBoth(
    '请检查该通道关联的摄像机是否在线',
    'Check that the camera linked to this channel is online',
  ),
  readLabel: inBoth(
    '验证码在设备标签上，为六位大写字母，请核对后重试',
    'The code is on the device label: six capital letters. Check it and try again',
  ),
  askOwner: inBoth('请联系设备所有者授权或移除设备', 'Ask the device owner to share or remove the device'),
  addToTask: inBoth('请先将设备加入该任务', 'Add the device to the task first'),
  addFirst: inBoth('请先将设备添加到账号', 'Add the device to the account first'),
  powerThenAdd: inBoth(
    '请先让设备上线，再添加到账号',
    'Bring the device online first, then add it to the account',
  ),
  updateFirmware: inBoth('请升级设备固件后重试', 'Update the device firmware and try again'),
  updateApp: inBoth('请更新客户端或 SDK 后重试', 'Update the app or SDK and try again'),
  endPrivacy: inBoth('在设备上关闭隐私保护后重试', 'Disable privacy protection on the device and try again'),
  fewerStreams: inBoth(
    '关闭其他正在观看该设备的画面，稍后重试',
    'Close other views of this device and try again later',
  ),
  fewerStreamsOrFirmware: inBoth(
    '关闭其他正在观看该设备的画面，或升级设备固件后重试',
    'Close other views of this device, or update its firmware, then try again',
  ),
  checkSignal: inBoth(
    '检查摄像机与录像机的连接；若一直如此，请联系技术支持',
    'Check the connection between camera and recorder; if the problem remains, contact support',
  ),
  otherQuality: inBoth('请刷新重试，或切换到高清画面', 'Refresh and try again, or switch to high definition'),
  linkToRecorder: inBoth(
    '请将摄像机添加到录像机后，从录像机观看',
    'Add the camera to a recorder and watch it from there',
  ),
  changeDataPlan: inBoth(
    '请联系客服更换设备的 4G 套餐',
    'Contact customer service to change the 4G plan of the device',
  ),
  topUpData: inBoth(
    '请为设备的 4G 卡充值，或改用有线或无线网络',
    'Top up the 4G card of the device, or use a wired or Wi-Fi connection',
  ),
  letCoolDown: inBoth('请等设备冷却后再试', 'Let the device cool down, then try again'),

  // Presets
  managePresets: inBoth(
    '请检查预置点列表，删除不用的预置点',
    'Check the list of presets and delete unused ones',
  ),

  // Recordings and cloud storage
  otherTime: inBoth('请换一个时间段', 'Select another time range'),

  // Sharing
  askToShareAgain: inBoth('请设备所有者重新分享', 'Ask the device owner to share it again'),
  duringShare: inBoth(
    '请在分享的时间内观看，或请所有者调整分享时间',
    'Watch within the shared hours, or ask the owner to change the hours',
  ),
  resetShares: inBoth(
    '请清除已有的分享记录，重新添加设备后再分享',
    'Remove the existing shares, add the device again, then share it',
  ),
  chooseOtherPerson: inBoth('请选择其他账号', 'Select another account'),

  // Adding devices to a recorder
  sameNetwork: inBoth(
    '请将两台设备接入同一局域网后重试',
    'Connect both devices to the same local network and try again',
  ),
  resolveConflict: inBoth(
    '请修改设备的 IP 地址，使其不再重复',
    'Change the IP address of the device to one that is not in use',
  ),
  removeOthers: inBoth(
    '请先移除不用的设备，或改用容量更大的型号',
    'Remove unused devices, or use a larger model',
  ),
  checkDeviceSettings: inBoth(
    '请检查所添加设备的地址、端口和编码设置',
    'Check the address, port and encoding settings of the device',
  ),

  // Live service and cards
  openLive: inBoth('请先为该通道开通直播', 'Enable live streaming for this channel first'),
  buyTraffic: inBoth('请购买流量后再开通', 'Buy data volume first, then enable it'),
  checkCardKey: inBoth(
    '请核对卡密，确认它未被使用且在有效期内',
    'Check that the card key is correct, unused and not expired',
  ),
  in24Hours: inBoth('请在 24 小时后再试', 'Try again after 24 hours'),
  unlinkFirst: inBoth(
    '请先解除关联和分享，再转移设备',
    'Remove the links and shares of the device first, then transfer it',
  ),

  // Locks
  nearTheLock: inBoth(
    '请检查门锁的电量和距离后重试',
    'Check the battery and distance of the lock, then try again',
  ),
  enableRemoteUnlock: inBoth(
    '请先在门锁设置中打开远程开锁',
    'Enable remote unlocking in the lock settings first',
  ),
  freeTemporaryCodes: inBoth('请先删除不用的临时密码', 'Delete unused temporary passwords first'),
  verifyWithin120s: inBoth(
    '请在 120 秒内完成本地验证并添加设备',
    'Complete the verification at the lock and add the device within 120 s',
  ),

  // Phones and browsers
  allowMicrophone: inBoth('请允许使用麦克风后重试', 'Allow access to the microphone, then try again'),
  closeOthers: inBoth(
    '请关闭其他程序或画面，释放内存后重试',
    'Close other programs or views to free memory, then try again',
  ),
  checkConnection: inBoth('请检查本机网络后重试', 'Check your network and try again'),
  checkClock: inBoth(
    '请检查本机时间和网络是否可信，再重试',
    'Check the clock of this machine, and that its network is trustworthy, then try again',
  ),
  reportBug: inBoth(
    '请刷新页面重试；若反复出现，请将错误码告诉开发者',
    'Refresh the page and try again; if it keeps happening, report the error code to the developer',
  ),
} as const;
