import { escapeText, markdownHead, markdownRow } from '../syntax/written-rows.ts'
import type { FilledReport, ReportTable } from './filled-report.ts'

/** A report as Markdown: the template with its numbers, and a table for each block. */
export const reportAsMarkdown = ({ parts, notes }: FilledReport): string =>
  parts.map(part => (typeof part === 'string' ? part : tableAsMarkdown(part))).join('') + notesAsMarkdown(notes)

const notesAsMarkdown = (notes: readonly string[]): string => notes.map(note => `\n*${escapeText(note)}*\n`).join('')

function tableAsMarkdown({ look, title, columns, rows, notes }: ReportTable): string {
  const said = notesAsMarkdown(notes)
  const heading = title === '' ? '' : `**${escapeText(title)}**\n\n`
  if (look === 'number') return `**${escapeText(rows[0]?.[0]?.text || '–')}** ${escapeText(title)}\n${said}`
  if (rows.length === 0) return `${heading}${look === 'problems' ? 'No problems.' : 'No records.'}\n${said}`
  const isNumber = (column: number): boolean => rows.some(row => row[column]?.isNumber)
  const body = rows.map(row => markdownRow(row.map(({ text }) => escapeText(text)))).join('')
  return `${heading}${markdownHead(columns, isNumber)}${body}${said}`
}
