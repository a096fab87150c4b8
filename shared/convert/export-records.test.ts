import { expect, test } from 'vitest'
import { open } from '../../test/editor.ts'
import { exported } from './export-records.ts'

const text = `# Controls
@CONTROL rid=CTL-1 | title="Reviews, all" | maturity:int=3
@POLICY rid=POL-1 | title="=1+1"
@CONTROL rid=CTL-2
`

test('CSV has the records of one tag, and a formula is escaped', () => {
  expect(exports('csv')).toEqual([
    'CONTROL, 2 records:\nrid,title,maturity\nCTL-1,"Reviews, all",3\nCTL-2,,\n',
    "POLICY, 1 records:\nrid,title\nPOL-1,'=1+1\n",
  ])
})

test('JSON and NDJSON have all entries', () => {
  const [json = ''] = exports('json')
  expect(JSON.parse(json.slice(json.indexOf('\n')))).toHaveLength(4)
  expect(exports('ndjson')).toEqual([
    'all tags, 3 records:\n' +
      '{"$comment":"# Controls"}\n' +
      '{"$tag":"CONTROL","rid":"CTL-1","title":"Reviews, all","maturity":3}\n' +
      '{"$tag":"POLICY","rid":"POL-1","title":"=1+1"}\n' +
      '{"$tag":"CONTROL","rid":"CTL-2"}\n',
  ])
})

test('Markdown has a table for each tag', () =>
  expect(exports('markdown')).toEqual([
    'all tags, 3 records:\n' +
      '## CONTROL\n\n| rid | title | maturity |\n| --- | --- | --: |\n' +
      '| CTL-1 | Reviews, all | 3 |\n| CTL-2 |  |  |\n\n' +
      '## POLICY\n\n| rid | title |\n| --- | --- |\n| POL-1 | =1+1 |\n',
  ]))

test('a file without records exports nothing', () =>
  expect(exported(open('# nothing yet\n').snapshot.file, 'csv')).toEqual([]))

const exports = (format: 'csv' | 'json' | 'ndjson' | 'markdown'): string[] =>
  exported(open(text).snapshot.file, format).map(
    ({ tag, records, text }) => `${tag ?? 'all tags'}, ${records} records:\n${text}`,
  )
