import { expect, test } from 'vitest'
import { ownFolder } from '../../test/own-folder.ts'
import { query } from '../index.ts'
import { checkFolders, readFolders } from './index.ts'

const { at, write } = ownFolder()

const fleet = {
  domain: 'acme.fleet',
  version: '1.0',
  description: 'Vehicles.',
  records: [
    {
      tag: 'VEHICLE',
      fields: [
        { name: 'rid', type: 'string' },
        { name: 'seats', type: 'int', range: [1, 9] },
      ],
    },
  ],
}

test('folders are checked with what counts for each of their files', async () => {
  write({
    'recline.json': { severity: { 'out-of-range': 'warning' } },
    'fleet.domain.json': fleet,
    'a.fleet.rec': '@VEHICLE rid=V-1 | seats:int=12\n',
    'strict/recline.json': { severity: { 'out-of-range': 'error' } },
    'strict/b.compliance.rec': '@CONTROL rid=C-1 | maturity:int=9\n@FINDING rid=F-1 | control_ref="C-2"\n',
  })
  const { problems, ...rest } = await checkFolders(at('.'))
  expect(
    problems.map(({ file, line, code, severity }) => `${file.split('/').at(-1)}:${line} ${severity} ${code}`),
  ).toEqual([
    'a.fleet.rec:1 warning out-of-range',
    'b.compliance.rec:1 error out-of-range',
    'b.compliance.rec:2 warning dangling-reference',
  ])
  expect(rest).toEqual({ files: 2, records: 3, notes: [] })
})

test('options go before the configuration, and an unknown domain is an error of the caller', async () => {
  write({ 'a.rec': '@CONTROL rid=C-1 | maturity:int=9\n' })
  const options = { domain: 'compliance', severity: { 'out-of-range': 'off' } } as const
  expect((await checkFolders([at('a.rec')], options)).problems).toEqual([])
  await expect(checkFolders(at('a.rec'), { domain: 'complience' })).rejects.toThrow('There is no domain "complience".')
})

test('what is not read is in the notes', async () => {
  write({ 'a.rec': '@CONTROL rid=C-1\n', 'b.rec': Buffer.from('@CONTROL rid=\xff\n', 'latin1') })
  const { files, notes } = await checkFolders([at('a.rec'), at('b.rec'), at('gone.rec')])
  expect(files).toBe(1)
  expect(notes).toEqual([
    expect.stringContaining('gone.rec could not be read'),
    expect.stringContaining('b.rec is not UTF-8'),
  ])
})

test('texts are read with the descriptors and settings that functions of texts need', async () => {
  write({
    'recline.json': { domains: { '*.rec': ['acme.fleet'] }, rules: [] },
    'fleet.domain.json': fleet,
    'a.rec': '@VEHICLE rid=V-1 | seats:int=4\n@VEHICLE rid=V-2 | seats:int=7\n',
  })
  const { files, options, notes } = await readFolders(at('.'))
  expect(notes).toEqual([])
  expect(query(files, { tag: 'VEHICLE', where: 'seats > 5', select: ['rid'] }, options).rows).toEqual([{ rid: 'V-2' }])
})

test('settings that differ by file are told, and calls at once follow each other', async () => {
  write({
    'a.rec': '@CONTROL rid=C-1\n',
    'b/recline.json': {
      severity: { notation: 'off' },
      rules: [{ id: 'titled', tag: 'CONTROL', expression: 'has(title)', message: 'It has no title.' }],
    },
    'b/b.rec': '@CONTROL rid=C-2\n',
  })
  const [{ options, notes }, { problems }] = await Promise.all([readFolders(at('.')), checkFolders(at('.'))])
  expect(options).toEqual({ descriptors: [] })
  expect(notes).toEqual([
    'The files have 2 settings of severities, so the options have none of them.',
    '1 rule of a recline.json cannot be part of the options; checkFolders checks them.',
  ])
  expect(problems.map(({ code }) => code)).toEqual(['rule/titled'])
})
