/**
 * Every call of a player, `name` or `name:argument`. A call with an argument takes `(argument, {signal})`, the
 * others one object with `signal` and whatever else the call knows. tests/types/sdk-types.test.ts holds the list
 * against the protocol.
 */
export const callNames =
  'play:url changePlayUrl:url stop openSound closeSound setVolume:volume startSave stopSave capturePicture enableZoom:scale closeZoom getOSDTime autoResize edit:active btnReRender:themeData setThemeData:themeData fetchThemeData setPoster:poster setScaleMode:scaleMode setLanguage:language setQuality:quality fullScreen:to openPtz closePtz setSecretKey:code getStats' as const;
