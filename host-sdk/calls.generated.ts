// Generated from lib/protocol by scripts/generate-guards.ts. Change the schemas there, then run it again.

/**
 * Every call that is a method of the player: its name, the seconds it may take where they are not 10, and `:`
 * with the field that its first parameter fills, or `=` where the SDK also remembers that for the next `start`.
 */
export const callTable =
  'play30=url stop openSound closeSound setVolume=volume pause resume:time seek:time fast slow setRate:rate step:direction toLive30 toRecorded30:at setRecType30:recType followClock:clock exportRecording14400 startSave30 stopSave30 capturePicture enableZoom:scale closeZoom getOSDTime changePlayUrl30=url autoResize edit:active btnReRender=themeData getControls fetchThemeData setThemeData=themeData setPoster=poster setScaleMode=scaleMode setLanguage=language setQuality:quality fullScreen:to pictureInPicture:active openPtz closePtz setSecretKey:code startTalk30 stopTalk setTalk getAudioDevices30 queryVoices sendVoice120 getStats';
