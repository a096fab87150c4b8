// Tables of figures, as Markdown and as JSON.
import { cpus, loadavg, totalmem } from 'node:os'

/**
 * @typedef {object} Table
 * @property {string} title
 * @property {{ id: string, name: string }[]} columns Recline's first
 * @property {Row[]} rows
 * @property {string[]} notes what a reader has to know of it
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {Unit} unit
 * @property {Record<string, number | undefined>} values by the columns' ids; undefined where there is none
 *
 * @typedef {'ms' | 'MB' | 'times' | 'tokens' | 'records/s'} Unit
 */

/**
 * How to write a number of each unit. For a rate, higher is better.
 *
 * @type {Record<Unit, { write: (value: number) => string, isRate?: boolean }>}
 */
const units = {
  ms: { write: value => `${inDigits(value)} ms` },
  MB: { write: value => `${inDigits(value)} MB` },
  times: { write: value => `${inDigits(value)}×` },
  tokens: { write: value => `${value.toLocaleString('en')} tokens` },
  'records/s': { write: value => inDigits(Math.round(value / 1000) * 1000), isRate: true },
}

/** @param {number[]} numbers */
export function median(numbers) {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)]
}

/** @param {number[]} numbers */
export function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

/** The system that was measured, so that runs can be compared. */
export function machine() {
  const [{ model }] = cpus()
  return {
    node: process.version,
    system: `${process.platform} ${process.arch}`,
    processor: model.trim(),
    cores: cpus().length,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    load: Number(loadavg()[0].toFixed(1)),
  }
}

/**
 * @param {Table} table
 * @returns {string} the table as Markdown; each figure of a peer is followed by how many times better Recline's is
 */
export function toMarkdown({ title, columns, rows, notes }) {
  const lines = [
    `### ${title}`,
    '',
    `| | ${columns.map(({ name }) => name).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(columns.length)}`,
    ...rows.map(
      ({ name, unit, values }) =>
        `| ${name} | ${columns.map(({ id }) => cell(values[id], values[columns[0].id], unit)).join(' | ')} |`,
    ),
    '',
  ]
  for (const note of notes) lines.push(note, '')
  return lines.join('\n')
}

/**
 * @param {Table} table
 * @returns {Table & { rows: (Row & { ratios?: Row['values'] })[] }} the table as JSON data, with the ratios that
 *   `toMarkdown` writes
 */
export function toJson({ rows, columns, ...table }) {
  const [{ id: ours }, ...others] = columns
  /** @param {Row['values']} numbers */
  const short = numbers =>
    Object.fromEntries(Object.entries(numbers).map(([id, value]) => [id, value && Number(value.toPrecision(4))]))
  /** @param {Row} row */
  const ratios = ({ unit, values }) =>
    short(Object.fromEntries(others.map(({ id }) => [id, ratio(values[ours] ?? NaN, values[id] ?? NaN, unit)])))
  return {
    ...table,
    columns,
    rows: rows.map(row => ({
      ...row,
      values: short(row.values),
      ...(row.unit !== 'times' && { ratios: ratios(row) }),
    })),
  }
}

/**
 * How many times better our figure is: a lower cost, or a higher rate.
 *
 * @param {number} ours
 * @param {number} theirs
 * @param {Unit} unit
 */
const ratio = (ours, theirs, unit) => (units[unit].isRate ? ours / theirs : theirs / ours)

/**
 * @param {number | undefined} value
 * @param {number | undefined} ours
 * @param {Unit} unit
 */
function cell(value, ours, unit) {
  // JSON has null for what is no number.
  if (typeof value !== 'number' || Number.isNaN(value)) return '–'
  const written = units[unit].write(value)
  return value === ours || !ours || unit === 'times' ? written : `${written} (${inDigits(ratio(ours, value, unit))}×)`
}

/**
 * A number with two significant digits, or with all digits before the point.
 *
 * @param {number} value
 */
const inDigits = value => value.toLocaleString('en', { maximumFractionDigits: digitsBehindPoint(value) })

/** @param {number} value */
function digitsBehindPoint(value) {
  if (value < 1) return 2
  return value < 10 ? 1 : 0
}
