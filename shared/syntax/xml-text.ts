/** Text in which U+FFFD stands for each character that XML does not allow, such as most control characters. */
export const allowedInXml = (text: string): string =>
  text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
