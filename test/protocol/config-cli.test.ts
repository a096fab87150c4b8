import { test } from 'vitest'
import { commandLine } from './command-line.ts'

const { files, expectRun } = commandLine()

test('without a configuration the defaults count, and the name of the file can name its domain', async () => {
  await files({})
  await expectRun(
    'config ward.health.rec',
    `
      ward.health.rec

      Configuration  none, so the defaults count
      Checked        yes, because "**/*.rec" includes it
      Domains        core.health, by the name of the file. A header in the file goes
                     first.
      Descriptors    only the built-in domains
      Severities     the usual ones
      Format         wrapColumn 0, alignColumns false
      Rules          only those of the domains
      exit 0`,
  )
})

test('the nearest configuration counts alone, and the glob is named that decides', async () => {
  await files({
    'recline.json': '{}',
    'sub/recline.json':
      '{ "severity": { "notation": "off" }, "domains": { "*.rec": "core.hr" }, "files": { "exclude": ["old/**"] } }',
    'sub/fleet.domain.json': '{ "domain": "acme.fleet", "version": "1.0", "description": "A fleet.", "records": [] }',
  })
  await expectRun(
    'config sub/old/a.rec',
    `
      sub/old/a.rec

      Configuration  sub/recline.json, the nearest one
      Not used       recline.json, as only the nearest one counts
      Checked        no, because "old/**" excludes it; a file that you name is checked
                     nevertheless
      Domains        core.hr, by the glob "*.rec". A header in the file goes first.
      Descriptors    sub/fleet.domain.json
      Severities     notation off
      Format         wrapColumn 0, alignColumns false
      Rules          only those of the domains
      exit 0`,
  )
})

test('a configuration of another folder is not used, and neither are its descriptors', async () => {
  const descriptor = '{ "domain": "acme.fleet", "version": "1.0", "description": "A fleet.", "records": [] }'
  await files({
    'recline.json': '{}',
    'a/recline.json': '{}',
    'a/fleet.domain.json': descriptor,
    'own.domain.json': descriptor,
  })
  await expectRun(
    'config b/b.rec',
    `
      b/b.rec

      Configuration  recline.json, the nearest one
      Checked        yes, because "**/*.rec" includes it
      Domains        all, because neither a glob nor the name of the file names one. A
                     header in the file goes first.
      Descriptors    own.domain.json
      Severities     the usual ones
      Format         wrapColumn 0, alignColumns false
      Rules          only those of the domains
      exit 0`,
  )
})

test('a folder has no configuration of its own', async () => {
  await files({ 'a/recline.json': '{}' })
  await expectRun('config a', '! recline: a is a folder; give the path of a file in it, which need not exist.\nexit 2')
})

test('a problem of the configuration is said', async () => {
  await files({ 'recline.json': '{ "severity": { "notation": "of" } }' })
  await expectRun(
    'config a.txt',
    `
      a.txt

      Configuration  recline.json, the nearest one
      Checked        no, because no glob of "**/*.rec" includes it; a file that you
                     name is checked nevertheless
      Domains        all, because neither a glob nor the name of the file names one. A
                     header in the file goes first.
      Descriptors    only the built-in domains
      Severities     the usual ones
      Format         wrapColumn 0, alignColumns false
      Rules          only those of the domains
      ! recline: recline.json:1:29: The severity of notation is "of"; it must be error, warning, information or off.
      exit 2`,
  )
})
