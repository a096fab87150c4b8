import { expect, test } from 'vitest'
import { emptyConfig } from '../../shared/config/config.ts'
import { defaultSettings, readSettings } from './settings.ts'

const nothing = {
  ...emptyConfig,
  problems: 'all',
  codeLens: defaultSettings.codeLens,
  inlayHints: defaultSettings.inlayHints,
  newRecords: defaultSettings.newRecords,
}

test('severities by code', () => {
  expect(
    readSettings({
      severity: { notation: 'off', syntax: 'warning', 'unknown-tag': 'information', 'tag-case': 'error' },
    }).severity,
  ).toEqual({ notation: 'off', syntax: 'warning', 'unknown-tag': 'information', 'tag-case': 'error' })
})

test('a value of the wrong type counts as not set', () => {
  const odd = {
    severity: null,
    problems: 'none',
    domains: null,
    files: null,
    format: null,
    codeLens: { counts: 'no', other: false },
  }
  for (const value of [
    undefined,
    null,
    7,
    'off',
    true,
    [],
    [1],
    () => 0,
    odd,
    { severity: [], domains: [], files: 'x', format: { wrapColumn: -1 } },
  ]) {
    expect(readSettings(value)).toEqual(nothing)
  }
  expect(
    readSettings({ severity: { notation: 'OFF', syntax: null, a: 1, b: ['off'], c: {}, d: 'error' } }).severity,
  ).toEqual({ d: 'error' })
  expect(readSettings({ domains: { a: 'legal', b: ['legal', 7, null, 'hr'], c: null, d: 5, e: {} } }).domains).toEqual({
    a: ['legal'],
    b: ['legal', 'hr'],
  })
  expect(readSettings({ files: { include: 'a/*.rec', exclude: [] } })).toMatchObject({
    include: ['a/*.rec'],
    exclude: [],
  })
  expect(readSettings({ files: { include: null, exclude: { a: 1 } } })).toEqual(nothing)
})

test('property names of JavaScript objects are codes and globs like any other', () => {
  const settings = readSettings(
    JSON.parse('{"severity":{"__proto__":"off","constructor":"off"},"domains":{"__proto__":"legal","toString":"hr"}}'),
  )
  expect(Object.keys(settings.severity)).toEqual(['__proto__', 'constructor'])
  expect(Object.keys(settings.domains)).toEqual(['__proto__', 'toString'])
})
