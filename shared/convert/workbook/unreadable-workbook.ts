/** Why a workbook cannot be read: the end of a sentence that starts with its name, without the point. */
export class UnreadableWorkbook extends Error {}

/** The end of a sentence about a workbook that is not as its form says. */
export const damagedWorkbook = (reason: string): UnreadableWorkbook => new UnreadableWorkbook(`is damaged: ${reason}`)
