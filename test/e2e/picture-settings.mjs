/** Settings of VS Code that leave out of a picture what is not about records. */
export const pictureSettings = {
  'workbench.activityBar.location': 'hidden',
  'workbench.statusBar.visible': false,
  'workbench.layoutControl.enabled': false,
  'window.commandCenter': false,
  'window.customTitleBarVisibility': 'never',
  'breadcrumbs.enabled': false,
  'editor.minimap.enabled': false,
  'editor.cursorBlinking': 'solid',
  'editor.fontSize': 14,
  'editor.lightbulb.enabled': 'off',
  'editor.occurrencesHighlight': 'off',
  'editor.scrollbar.vertical': 'hidden',
  'editor.overviewRulerBorder': false,
  'recline.inlayHints.titles': false,
}
