import { expect, test } from 'vitest'
import { defaultSettings, domainsFor, isWorkspaceFile, readSettings } from './settings.ts'

/** The domains that globs give a path. */
const domains = (path: string, globs: unknown): readonly string[] => domainsFor(path, readSettings({ domains: globs }))

test('severities by code', () => {
  expect(readSettings({ severity: { notation: 'off', syntax: 'warning', 'unknown-tag': 'information', 'tag-case': 'error' } }).severity)
    .toEqual({ notation: 'off', syntax: 'warning', 'unknown-tag': 'information', 'tag-case': 'error' })
})

test('what is not of the right form counts as not set', () => {
  for (const value of [undefined, null, 7, 'off', true, [], [1], () => 0, { severity: null, domains: null, files: null }, { severity: [], domains: [], files: 'x' }]) {
    expect(readSettings(value)).toEqual(defaultSettings)
  }
  expect(readSettings({ severity: { notation: 'OFF', syntax: null, a: 1, b: ['off'], c: {}, d: 'error' } }).severity).toEqual({ d: 'error' })
  expect(readSettings({ domains: { a: 'legal', b: ['legal', 7, null, 'hr'], c: null, d: 5, e: {} } }).domains).toEqual({ a: ['legal'], b: ['legal', 'hr'] })
  expect(readSettings({ files: { include: null, exclude: { a: 1 } } }).files).toEqual(defaultSettings.files)
  expect(readSettings({ files: { include: 'a/*.rec', exclude: [] } }).files).toEqual({ include: ['a/*.rec'], exclude: [] })
})

test('names that every object has are codes and globs like any other', () => {
  const hostile = JSON.parse('{"severity":{"__proto__":"off","constructor":"off"},"domains":{"__proto__":"legal","toString":"hr"}}')
  const settings = readSettings(hostile)
  expect(Object.keys(settings.severity)).toEqual(['__proto__', 'constructor'])
  expect(domainsFor('toString', settings)).toEqual(['hr'])
  expect(domainsFor('a/__proto__', settings)).toEqual(['legal'])
})

test('a glob without a slash matches in every folder', () => {
  for (const path of ['a.rec', 'deep/er/a.rec', '/outside/a.rec', '.hidden/.a.rec']) expect(domains(path, { '*.rec': 'legal' })).toEqual(['legal'])
  expect(domains('x/a.clinic.rec', { '*.clinic.rec': 'health' })).toEqual(['health'])
  expect(domains('x/clinic.rec', { '*.clinic.rec': 'health' })).toEqual([])
})

test('a glob with a slash matches the path from the folder', () => {
  const globs = { 'audit/*.rec': 'compliance', 'clinics/**/*.rec': ['health', 'insurance'] }
  expect(domains('audit/a.rec', globs)).toEqual(['compliance'])
  expect(domains('audit/2026/a.rec', globs)).toEqual([])
  expect(domains('old/audit/a.rec', globs)).toEqual([])
  expect(domains('clinics/a.rec', globs)).toEqual(['health', 'insurance'])
  expect(domains('clinics/north/ward/a.rec', globs)).toEqual(['health', 'insurance'])
})

test('the first glob that matches counts', () => {
  expect(domains('audit/a.rec', { '*.txt': 'hr', 'audit/*.rec': 'compliance', '*.rec': 'legal' })).toEqual(['compliance'])
  expect(domains('b.rec', { 'audit/*.rec': 'compliance', '*.rec': 'legal' })).toEqual(['legal'])
  expect(domains('a.rec', { '*.rec': [], '**/*.rec': 'legal' })).toEqual([])
  expect(domains('a.rec', { '*.rec': null, '**/*.rec': 'legal' })).toEqual(['legal'])
})

test('a glob that cannot be one matches nothing, and the others go on', () => {
  for (const glob of ['', '[', '(', '{', '!(', '\\', '***/', '[z-a]', '+(', 'x'.repeat(100_000), '\0']) {
    expect(domains('a.rec', { [glob]: 'legal', '*.rec': 'hr' })).toEqual(['hr'])
    expect(isWorkspaceFile('a.rec', readSettings({ files: { include: [glob, '**/*.rec'], exclude: [glob] } }))).toBe(true)
  }
})

test('the files of the workspace', () => {
  const isFile = (path: string, files?: object): boolean => isWorkspaceFile(path, readSettings({ files }))
  expect(isFile('a.rec')).toBe(true)
  expect(isFile('deep/.er/a.rec')).toBe(true)
  expect(isFile('a.txt')).toBe(false)
  expect(isFile('node_modules/x/a.rec')).toBe(false)
  expect(isFile('x/.git/a.rec')).toBe(false)
  expect(isFile('old/a.rec', { exclude: ['old/**'] })).toBe(false)
  expect(isFile('node_modules/x/a.rec', { exclude: ['old/**'] })).toBe(true)
  expect(isFile('b/a.rec', { include: ['a/**'] })).toBe(false)
})
