import { inBoth } from './entry.ts';

/** Advice texts by name, for our own codes; `platform/` has further ones. */
export const advice = {
  clickInPlayer: inBoth(
    '请点击播放器中的画中画按钮',
    'Press the button for picture-in-picture in the player',
  ),
  checkDevice: inBoth(
    '检查设备网络或重启设备后重试',
    'Check the device network or restart the device, then try again',
  ),
  checkCard: inBoth(
    '检查存储卡是否插好，或换一个时间段',
    'Check the storage card, or select another time range',
  ),
  checkCardHealth: inBoth(
    '检查存储卡是否插好、是否损坏，然后重试',
    'Check that the storage card is inserted correctly and not damaged, then try again',
  ),
  checkAddress: inBoth(
    '核对设备序列号和通道号是否正确',
    'Check the device serial number and the channel number',
  ),
  checkPageAddress: inBoth(
    '请联系网站管理员检查播放地址',
    'Ask the site administrator to check the playback address',
  ),
  listStreamOrigin: inBoth(
    '请服务器管理员在设置 ORIEL_STREAM_ORIGINS 中加入该流媒体服务器的来源，例如 https://streams.example.com',
    'Ask the operator of this server to add the origin of the media server, such as https://streams.example.com, to the setting ORIEL_STREAM_ORIGINS',
  ),
  secureStream: inBoth(
    '请使用 https 或 wss 地址，或联系网站管理员',
    'Use an https or wss address, or ask the site administrator',
  ),
  publishStream: inBoth(
    '播放器会自动重试；若一直如此，请检查视频流是否已推送、地址是否正确',
    'The player keeps trying. If this lasts, check that the stream is being published, and its address',
  ),
  allowCrossOrigin: inBoth(
    '播放器会自动重试；若一直如此，请检查地址，以及流媒体服务器是否返回 Access-Control-Allow-Origin、是否跳转到其他服务器',
    'The player keeps trying. If this lasts, check the address, and whether the media server sends Access-Control-Allow-Origin or redirects to another server',
  ),
  playCamera: inBoth('请先播放摄像机（ezopen 地址）', 'Play a camera first: an ezopen address'),
  checkPageSetup: inBoth(
    '请联系网站管理员检查播放器的配置',
    'Ask the site administrator to check the player configuration',
  ),
  checkTemplate: inBoth(
    '请检查 template（区分大小写）：simple、default、standard、security、voice、pcLive、pcRec、mobileLive、mobileRec、theme、noData，或主题编号',
    'Check template (case-sensitive): simple, default, standard, security, voice, pcLive, pcRec, mobileLive, mobileRec, theme, noData, or the id of a stored theme',
  ),
  playRecording: inBoth(
    '请播放录像（云存储或本地存储）后重试',
    'Play a recording first, from the cloud or the device',
  ),
  otherSpeed: inBoth('请选择菜单中的播放倍速', 'Select a speed of the menu'),
  stepBack: inBoth(
    '录像从此处开始或到此处为止，请换一个方向',
    'The recording begins or ends here. Step in the other direction',
  ),
  seekInDate: inBoth(
    '时间可用 6 位 hhmmss 或 16 位 yyyyMMddThhmmssZ，须在当前播放的日期内',
    'Use hhmmss, or yyyyMMddThhmmssZ, on the date that is played',
  ),
  checkPageCode: inBoth('请检查调用播放器的代码', 'Check the code that calls the player'),
  checkCameraLogin: inBoth(
    '请管理员检查摄像机的用户名和密码',
    'Ask an administrator to check the user name and password of the camera',
  ),
  checkCameraAddress: inBoth(
    '请管理员检查摄像机的地址设置',
    'Ask an administrator to check the address of the camera',
  ),
  checkTalkAccess: inBoth(
    '请管理员检查摄像机是否启用、是否有对讲权限',
    'Ask an administrator whether the camera is enabled and may be talked to',
  ),
  checkCameraStream: inBoth(
    '请管理员检查摄像机的取流地址',
    'Ask an administrator to check the stream address of the camera',
  ),
  moreKeyFrames: inBoth(
    '请管理员在摄像机中将关键帧间隔（I 帧间隔）设为 1 到 2 秒',
    'Ask an administrator to set the key frame interval (I-frame interval) of the camera to 1 to 2 seconds',
  ),
  trustCamera: inBoth(
    '请管理员在服务器上信任该摄像机的证书',
    'Ask an administrator to trust the certificate of the camera on the server',
  ),
  allowTcp: inBoth(
    '请管理员在摄像机中允许 RTP over RTSP（TCP）',
    'Ask an administrator to allow RTP over RTSP (TCP) in the camera',
  ),
  enableVideo: inBoth(
    '请管理员启用摄像机的视频，或检查取流地址',
    'Ask an administrator to enable video in the camera, or to check its stream address',
  ),
  freeCamera: inBoth(
    '关闭直接连接该摄像机的其他程序，画面将自动恢复',
    'Close other programs that are connected to the camera; the video resumes automatically',
  ),
  useProfileG: inBoth(
    '使用支持 ONVIF Profile G 的摄像机，或在服务器上录像',
    'Use a camera with ONVIF profile G, or record on the server',
  ),
  normalSpeed: inBoth('请以正常速度播放', 'Play at normal speed'),
  checkServerStore: inBoth(
    '请管理员检查服务器的主密钥和数据库',
    'Ask an administrator to check the master key and the database of the server',
  ),
  checkServerDisk: inBoth('请管理员检查服务器的磁盘', 'Ask an administrator to check the disk of the server'),
  restoreBackup: inBoth('请管理员从备份恢复', 'Ask an administrator to restore it from a backup'),
  useHttps: inBoth(
    '请通过 HTTPS 打开页面，或请网站管理员启用 HTTPS',
    'Open the page over HTTPS, or ask the site administrator to enable it',
  ),
  audioBrowser: inBoth(
    '请改用最新版的 Chrome、Edge、Firefox 或 Safari',
    'Use a current version of Chrome, Edge, Firefox or Safari',
  ),
  delegateMicrophone: inBoth(
    '请联系网站管理员在 iframe 的 allow 属性和 Permissions-Policy 中允许麦克风',
    'Ask the site administrator to allow the microphone in the allow attribute of the iframe and in Permissions-Policy',
  ),
  allowMicrophone: inBoth(
    '请在浏览器地址栏和系统设置中允许使用麦克风后重试',
    'Allow the microphone in the address bar of the browser and in the system settings, then try again',
  ),
  answerMicrophone: inBoth(
    '请重试，并在浏览器的提示中选择允许',
    'Try again and choose Allow when the browser asks',
  ),
  clickPlayer: inBoth('请点击播放器中的对讲按钮', 'Click the talk button in the player'),
  talkAgain: inBoth('请重新开始对讲', 'Start talking again'),
  talkLater: inBoth('请稍后重试', 'Try again later'),
  openTalkNetwork: inBoth(
    '请联系网络管理员放行 UDP，或请管理员在服务器上配置 TURN 中继',
    'Ask the network administrator to allow UDP, or an administrator to configure a TURN relay on the server',
  ),
  checkBackChannel: inBoth(
    '请管理员检查摄像机是否支持音频输入（ONVIF 音频回传）',
    'Ask an administrator to check that the camera has an audio input (ONVIF back channel)',
  ),
  connectMicrophone: inBoth('请连接麦克风后重试', 'Connect a microphone and try again'),
  freeMicrophone: inBoth(
    '请关闭正在使用麦克风的程序，或换一个麦克风后重试',
    'Close the program that uses the microphone, or choose another microphone, and try again',
  ),
  endTalk: inBoth('对讲结束后重试', 'Try again after the talk has ended'),
  otherVoice: inBoth('请刷新列表后选择其他语音', 'Load the list again and choose another message'),
  recordVoiceAgain: inBoth('请重新录音，时长 1 至 59 秒', 'Record again, for 1 to 59 seconds'),
  checkNetwork: inBoth('检查本机网络，画面将自动恢复', 'Check your network; the video resumes automatically'),
  comesBack: inBoth('画面将自动恢复', 'The video resumes automatically'),
  updateCamera: inBoth('升级摄像机固件或重启摄像机后重试', 'Update or restart the camera and try again'),
  setCameraCodec: inBoth('请将摄像机的编码改为 H.264 或 H.265', 'Set the camera to H.264 or H.265'),
  otherBrowser: inBoth(
    '请更新浏览器，或将摄像机的编码改为 H.264',
    'Update the browser, or set the camera to H.264',
  ),
  retryOrUpdateBrowser: inBoth(
    '请重试；若反复出现，请更新浏览器',
    'Try again; if it keeps happening, update the browser',
  ),
  retryOrCheckEncoding: inBoth(
    '请重试；若反复出现，请检查摄像机的编码设置',
    'Try again; if it keeps happening, check the encoding settings of the camera',
  ),
  retryOrReload: inBoth('请重试或刷新页面', 'Try again or reload the page'),
  lighterStream: inBoth(
    '关闭占用网络的程序，或改看标清画面',
    'Stop other downloads, or switch to standard definition',
  ),
  refreshList: inBoth('请刷新列表后重试', 'Reload the list and try again'),
  otherTime: inBoth('请选择其他日期或时间', 'Choose another date or time'),
  playFirst: inBoth('请先开始播放', 'Start playing first'),
  leaveFullscreen: inBoth('退出全屏后重试', 'Exit full screen and try again'),
  allowFullscreen: inBoth(
    '请联系网站管理员允许播放器全屏，或直接点击按钮重试',
    'Click the button to try again, or ask the site administrator to allow full screen',
  ),
  exportLater: inBoth('请稍后再次导出', 'Export again later'),
  exportLess: inBoth('请缩短时段后分次导出', 'Export shorter ranges'),
  exportCloud: inBoth('请改为导出云端录像', 'Export the cloud recordings instead'),
  stopRecording: inBoth('请先结束当前录像', 'Stop the current recording first'),
  startRecording: inBoth('请先开始录像', 'Start recording first'),
  recordLonger: inBoth(
    '请在画面播放时重试，并多录几秒',
    'Try again while the video is playing, and record for a few seconds',
  ),
  checkPoster: inBoth(
    '封面可以是 Oriel 服务器上的图片、data: 图片（PNG、JPEG、WebP），或 ORIEL_IMAGE_ORIGINS 中来源的图片',
    'A poster is an image of the Oriel server, a data: image (PNG, JPEG, WebP), or an image of an origin in ORIEL_IMAGE_ORIGINS',
  ),
  checkTheme: inBoth('请检查页面设置的主题', 'Check the theme that the page has set'),
  repeatIfNeeded: inBoth('需要时请重试', 'Try again if you still need it'),
  renewToken: inBoth(
    '刷新页面，或联系网站管理员重新获取播放凭证',
    'Reload the page, or ask the site administrator to renew the access token',
  ),
  askPageForToken: inBoth('刷新页面，或联系网站管理员', 'Reload the page, or contact the site administrator'),
  askAccess: inBoth(
    '请联系管理员为您开通该摄像机的查看权限',
    'Ask an administrator for permission to view this camera',
  ),
  waitAndRetry: inBoth('请稍等片刻后重试', 'Wait a moment and try again'),
  fewerViewers: inBoth(
    '关闭其他正在观看的画面后重试，或联系管理员提高上限',
    'Close other views and try again, or ask an administrator to raise the limit',
  ),
  enterCode: inBoth(
    '请输入设备验证码，它通常印在设备标签上',
    'Enter the verification code, usually printed on the device label',
  ),
  enterCodeAgain: inBoth(
    '请核对设备标签上的验证码（区分大小写）后重新输入',
    'Check the verification code on the device label (case-sensitive) and enter it again',
  ),
  oppositeDirection: inBoth('请改用设备支持的播放方式', 'Use a playback mode that the device supports'),
  moveOtherDirection: inBoth('请向其他方向转动', 'Move in another direction'),
  checkCapability: inBoth(
    '请确认设备型号和固件支持该功能',
    'Check that the device model and firmware support this function',
  ),
  checkPtzAllowed: inBoth(
    '请确认设备有云台，且签发令牌时包含 ptz 权限',
    'Check that the device has PTZ, and that its access token is issued with the capability ptz',
  ),
  onceDone: inBoth(
    '请等待当前操作完成后再试',
    'Wait until the current operation has finished, then try again',
  ),
  contactAdministrator: inBoth(
    '请稍后重试；若反复出现，请记下错误码并联系管理员',
    'Try again later; if it keeps happening, note the error code and contact an administrator',
  ),
} as const;
