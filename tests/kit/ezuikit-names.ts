/** Public names of EZUIKit that pages may use. Facts about its versions, as lists of words. */

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Keys of `EVENTS`, of 9.0.12 to 9.0.22; those of a group with its name. Each event has the name of its key. */
export const eventKeys = words(`
  init decoderLoad decoderLoaded firstFrameDisplay streamInfoCB videoInfo audioInfo play stop changeVideoLevel reSetTheme
  changePlayUrl getOSDTime capturePicture startSave stopSave openSound closeSound enable3DZoom close3DZoom changeZoomType
  setPoster resize fast slow speedChange seek fullscreen exitFullscreen fullscreenChange destroy getDeviceCapacity pause
  resume getVideoLevelList setVideoLevelList currentVideoLevel autoVideoLevel getVideoLevel getPtzStatus getPlayRate
  setMirrorFlip setFECCorrectType setFEC3DViewParam getFEC3DViewParam setWaterMarkFont setGlobalBaseTime setAntialias
  setSecretKey talkVolumeChange startTalk stopTalk talkSuccess talkError queryVoiceList sendVoiceOnce sendVoice
  recTypeChange recTimeChange setLoggerOptions setDisplayRegion setAllDayRecTimes setRecTimes playbackEnd changeTheme
  aichatChange date.openDatePanel date.closeDatePanel date.recStartTimeChange ptz.openPtz ptz.closePtz ptz.ptzDirection
  ptz.ptzSpeedChange ptz.ptzBtnClick zoom.startZoom zoom.closeZoom zoom.onZoomChange zoom.openZoom
  timeLine.timeWidthChange http.getCloudRecordTimes http.getLocalRecTimes http.getCloudRecTimes http.getDeviceInfo
  http.getDeviceList http.setVideoLevel http.getDeviceSupportQuality http.getStreamAddressList http.getRecordMonth
  http.getCloudRecordInfo
`);

/** Methods of 7.7. */
export const methodsOf7 = words(`
  play stop openSound closeSound startSave stopSave fullScreen cancelFullScreen capturePicture enableZoom closeZoom
  getOSDTime autoResize reSize startTalk stopTalk edit btnReRender changePlayUrl fetchThemeData setThemeData
  setFECCorrectType
`);

/** Methods of 9.0.12 to 9.0.22, without those that begin with an underscore and those of its own parts. */
export const methodsOf9 = words(`
  play stop pause resume changeVideoLevel reSetTheme changePlayUrl getOSDTime capturePicture captureCamera
  createCaptureTask setSpaceId getSpaceList startSave startRecord stopSave stopRecord openSound closeSound enableZoom
  closeZoom zoomAdd zoomSub enable3DZoom close3DZoom changeZoomType reSize fast slow seek startTalk stopTalk
  setVolumeGain getMicrophonePermission getMicrophonesList setProfile queryVoiceList sendVoiceOnce sendVoice destroy
  getDeviceCapacity getVideoLevelList getVideoLevel getPtzStatus openPtz closePtz getPlayRate setMirrorFlip
  setFECCorrectType setFEC3DViewParam getFEC3DViewParam setWaterMarkFont setTimeLineClickable setLoggerOptions
  setDisplayRegion supportSeek supportPauseResume setGlobalBaseTime setAntialias setSecretKey displayStreamInfo resize
  fullscreen exitFullscreen changeTheme setPoster setScaleMode eventNames listeners listenerCount emit on once
  removeListener removeAllListeners off addListener
`);

/** Fields of 9.0.12 to 9.0.22. */
export const fieldsOf9 = words(`
  currentTime duration bufferTime url urlInfo width height videoInfo videoWidth videoHeight playing loading volume muted
  zooming zoom talking speed talkGain recording ptzing videoLevelAuto isCurrentFullscreen isCurrentBrowserFullscreen
  orientationAngle isEzopen
`);

/** Options that the read-me files of 7.7.10 to 9.0.22 name, or that the class of 9 reads. */
export const optionNames = words(`
  id accessToken url template themeData audio handleError handleSuccess height width plugin seekFrequency language
  loggerOptions quality staticPath streamInfoCBType debugDownloadData disableRenderPrivateData env mobileExtendOptions
  playbackRange segmentProgressOptions alarmMessageOptions capturePictureOptions dateOptions definitionOptions
  deviceOptions globalFullscreenOptions ptzOptions recListOptions recordOptions talkOptions autoPlay muted scaleMode
  poster videoLevelList spaceId reconnect token isMobile disabledPTZ disabledTimeLine decoderType download
  downloadRecord isCloudRecord timeLineOptions timeLineClickable onTimeLineClick dblClickFullscreen zoomOptions volume
  speedOptions
`);
