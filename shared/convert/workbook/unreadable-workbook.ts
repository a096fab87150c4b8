import { localize } from '../../domains/localize.ts'

/** Why a workbook cannot be read: the end of a sentence that starts with its name, without the point. */
export class UnreadableWorkbook extends Error {}

/**
 * The end of a sentence about a workbook that is not as its form says.
 *
 * @param reason for who wrote the program that made it, in English
 */
export const damagedWorkbook = (reason: string): UnreadableWorkbook =>
  new UnreadableWorkbook(localize('is damaged: {reason}', { reason }))
