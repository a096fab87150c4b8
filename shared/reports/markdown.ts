import { escapeText, markdownHead, markdownRow } from '../syntax/written-rows.ts'
import { unseenInChart } from './chart.ts'
import { emptyText, type FilledReport, type ReportTable } from './filled-report.ts'
import { mermaidChart } from './mermaid-chart.ts'

/** A report as Markdown: the template with its numbers, and a table for each block, below its chart. */
export const reportAsMarkdown = ({ parts, notes }: FilledReport): string =>
  parts.map(part => (typeof part === 'string' ? part : tableAsMarkdown(part))).join('') + notesAsMarkdown(notes)

const notesAsMarkdown = (notes: readonly string[]): string => notes.map(note => `\n*${escapeText(note)}*\n`).join('')

function tableAsMarkdown(table: ReportTable): string {
  const { look, title, columns, rows, notes } = table
  const said = notesAsMarkdown(notes)
  const heading = title === '' ? '' : `**${escapeText(title)}**\n\n`
  if (look === 'number') return `**${escapeText(rows[0]?.[0]?.text || '–')}** ${escapeText(title)}\n${said}`
  if (rows.length === 0) return `${heading}${emptyText(look)}\n${said}`
  const isNumber = (column: number): boolean => rows.some(row => row[column]?.isNumber)
  const body = rows.map(row => markdownRow(row.map(({ text }) => escapeText(text)))).join('')
  const chart = mermaidChart(table)
  const picture = chart === undefined ? '' : `\`\`\`mermaid\n${chart}\`\`\`\n\n`
  const unseen = chart === undefined ? [] : unseenInChart(table)
  return `${heading}${picture}${markdownHead(columns, isNumber)}${body}${notesAsMarkdown(unseen)}${said}`
}
