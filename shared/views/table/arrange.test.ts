import { expect, test } from 'vitest'
import { doubtsAbout, doubtsAboutWhere, wantedCells } from '../../../test/tables.ts'
import type { TableQuery } from '../../protocol/table/table.ts'

const controls = `
@CONTROL rid=CTL-10 | title="Backup" | status="tested" | maturity:int=10
@CONTROL rid=CTL-9 | title="access review" | status="not-started"
@CONTROL rid=CTL-1 | title="Zoning" | status="effective" | maturity:int=9 | owner="ops"
@CONTROL rid=CTL-2 | title="Audit \\"A\\"" | status="xyzzy" | maturity="two"
`
const compliance = { fileName: 'a.compliance.rec' }

const sorted = (column: string, isDescending = false): string =>
  wantedCells(controls, 'rid', { sort: [{ column, isDescending }] }, compliance).join(' ')
const filtered = (column: string, text: string): string =>
  wantedCells(controls, 'rid', { filters: [{ column, text }] }, compliance).join(' ')
const found = (search: string): string => wantedCells(controls, 'rid', { search }, compliance).join(' ')

test('text is sorted with the numbers in it by size, case aside', () => {
  expect(sorted('rid')).toBe('CTL-1 CTL-2 CTL-9 CTL-10')
  expect(sorted('rid', true)).toBe('CTL-10 CTL-9 CTL-2 CTL-1')
  expect(sorted('title')).toBe('CTL-9 CTL-2 CTL-10 CTL-1')
})

test('numbers are sorted by size, allowed values by their order; the others last either way, as they stand in the file', () => {
  expect(sorted('maturity')).toBe('CTL-1 CTL-10 CTL-9 CTL-2')
  expect(sorted('maturity', true)).toBe('CTL-10 CTL-1 CTL-9 CTL-2')
  expect(sorted('status')).toBe('CTL-9 CTL-10 CTL-1 CTL-2')
  expect(sorted('status', true)).toBe('CTL-1 CTL-10 CTL-9 CTL-2')
  expect(sorted('owner', true)).toBe('CTL-1 CTL-10 CTL-9 CTL-2')
  expect(sorted('xyzzy')).toBe('CTL-10 CTL-9 CTL-1 CTL-2')
})

test('whole numbers of any size are sorted and filtered exactly', () => {
  const entries = `
@DNS name="a" | ttl:int=9007199254740993
@DNS name="b" | ttl:int=9007199254740992
@DNS name="c" | ttl:int=-9007199254740993
@DNS name="d" | ttl:int=7
`
  const rows = (query: Partial<TableQuery>): string =>
    wantedCells(entries, 'name', query, { fileName: 'a.infrastructure.rec' }).join(' ')
  expect(rows({ sort: [{ column: 'ttl', isDescending: false }] })).toBe('c d b a')
  expect(rows({ sort: [{ column: 'ttl', isDescending: true }] })).toBe('a b d c')
  expect(rows({ filters: [{ column: 'ttl', text: '>9007199254740992' }] })).toBe('a')
  expect(rows({ filters: [{ column: 'ttl', text: '=9007199254740992' }] })).toBe('b')
  expect(rows({ filters: [{ column: 'ttl', text: '6.5..9007199254740992' }] })).toBe('b d')
})

test('timestamps are sorted by time, whatever their zone', () => {
  const evidence = `
@EVIDENCE rid=a | collected:ts=2026-03-01T12:00:00+02:00
@EVIDENCE rid=b | collected:ts=2026-03-01
@EVIDENCE rid=c | collected:ts=2026-03-01T10:30
@EVIDENCE rid=d | collected:ts=2026-02-30
`
  const order = (isDescending: boolean): string =>
    wantedCells(evidence, 'rid', { sort: [{ column: 'collected', isDescending }] }, compliance).join('')
  expect(order(false)).toBe('bacd')
  expect(order(true)).toBe('cabd')
})

test('filters on text', () => {
  expect(filtered('title', 'a')).toBe('CTL-10 CTL-9 CTL-2')
  expect(filtered('title', ' ACCESS ')).toBe('CTL-9')
  expect(filtered('title', '!a')).toBe('CTL-1')
  expect(filtered('title', '=backup')).toBe('CTL-10')
  expect(filtered('title', '=back')).toBe('')
  expect(filtered('title', '!=backup')).toBe('CTL-9 CTL-1 CTL-2')
  expect(filtered('owner', '=')).toBe('CTL-10 CTL-9 CTL-2')
  expect(filtered('owner', '!=')).toBe('CTL-1')
  expect(filtered('owner', '!')).toBe('')
  expect(filtered('title', '>A')).toBe('')
  expect(filtered('title', ' ')).toBe('CTL-10 CTL-9 CTL-1 CTL-2')
  expect(filtered('xyzzy', 'a')).toBe('CTL-10 CTL-9 CTL-1 CTL-2')
})

test('filters that compare numbers and timestamps', () => {
  expect(filtered('maturity', '>9')).toBe('CTL-10')
  expect(filtered('maturity', '>= 9')).toBe('CTL-10 CTL-1')
  expect(filtered('maturity', '<10')).toBe('CTL-1')
  expect(filtered('maturity', '<=10')).toBe('CTL-10 CTL-1')
  expect(filtered('maturity', '9..9.5')).toBe('CTL-1')
  expect(filtered('maturity', '1')).toBe('CTL-10')
  expect(filtered('maturity', '>x')).toBe('')
  const policies =
    '@POLICY rid=a | effective_date:ts=2026-03-01\n@POLICY rid=b | effective_date:ts=2026-03-02T00:00:00+01:00\n'
  const between = (text: string): string =>
    wantedCells(policies, 'rid', { filters: [{ column: 'effective_date', text }] }, compliance).join('')
  expect(between('>2026-03-01')).toBe('b')
  expect(between('2026-03')).toBe('ab')
  expect(between('<2026-04')).toBe('ab')
  expect(between('>2026')).toBe('')
  expect(between('>=2026')).toBe('ab')
  expect(between('>2026-02-30')).toBe('')
  expect(between('2026-02-01..2026-03-01T22:59:59Z')).toBe('a')
})

test('a limit of a filter on timestamps includes all of its year, month, day, minute or second', () => {
  const text = `
@POLICY rid=may | effective_date:ts=2026-05-31T23:59:59.999Z
@POLICY rid=june | effective_date:ts=2026-06-01
@POLICY rid=july | effective_date:ts=2026-07-31T23:59:30Z
@POLICY rid=august | effective_date:ts=2026-08-01T00:00:00Z
@POLICY rid=never
`
  const within = (filter: string): string =>
    wantedCells(text, 'rid', { filters: [{ column: 'effective_date', text: filter }] }, compliance).join(' ')
  expect(within('2026-06..2026-07')).toBe('june july')
  expect(within('2026-06 .. 2026-07-31')).toBe('june july')
  expect(within('..2026-06')).toBe('may june')
  expect(within('2026-07..')).toBe('july august')
  expect(within('<=2026-06-01')).toBe('may june')
  expect(within('<2026-06-01')).toBe('may')
  expect(within('>2026-07-31')).toBe('august')
  expect(within('>2026-07')).toBe('august')
  expect(within('>=2026-06')).toBe('june july august')
  expect(within('<=2026-07-31T23:59')).toBe('may june july')
  expect(within('>2026-07-31T23:59:30Z')).toBe('august')
  expect(within('=2026-07')).toBe('july')
  expect(within('!=2026-07')).toBe('may june august never')
  expect(within('2026-13..')).toBe('')
  expect(within('<=2024')).toBe('')
})

test('a filter on allowed values wants one of several', () => {
  expect(filtered('status', '=tested, effective')).toBe('CTL-10 CTL-1')
  expect(filtered('status', '= TESTED,')).toBe('CTL-10')
  expect(filtered('status', '!=tested, effective')).toBe('CTL-9 CTL-2')
  expect(filtered('title', '=Backup, Zoning')).toBe('')
})

test('a filter with quoted values wants one of several, in any column, and an item of a list', () => {
  expect(filtered('title', '="Backup", "x"')).toBe(filtered('title', '=Backup'))
  expect(filtered('maturity', '="3"')).toBe(filtered('maturity', '=3'))
  expect(filtered('rid', '!="CTL-1", "CTL-2"')).toBe('CTL-10 CTL-9')
  const records = '@TXN id=a | category="xy"\n@TXN id=b | category="x"\n'
  expect(
    wantedCells(records, 'id', { filters: [{ column: 'category', text: '="x"' }] }, { fileName: 'a.fintech.rec' }),
  ).toEqual(['b'])
})

test('the search looks at all cells and at nothing else of a record', () => {
  expect(found('CTL-1')).toBe('CTL-10 CTL-1')
  expect(found(' Tested ')).toBe('CTL-10')
  expect(found('audit "a"')).toBe('CTL-2')
  expect(found('status')).toBe('')
  expect(found('')).toBe('CTL-10 CTL-9 CTL-1 CTL-2')
})

test('filters, search and order together, and only records with a problem', () => {
  const filters = [
    { column: 'maturity', text: '!=' },
    { column: 'title', text: 'b' },
  ]
  const sort = [{ column: 'maturity', isDescending: false }]
  expect(wantedCells(controls, 'rid', { search: 'ctl', filters, sort }, compliance)).toEqual(['CTL-10'])
  expect(wantedCells(controls, 'rid', { hasProblem: true }, compliance)).toEqual(['CTL-10', 'CTL-1', 'CTL-2'])
})

test('several columns sort: each those that are equal by the ones before it', () => {
  const records =
    '@CONTROL rid=a | status="tested" | maturity:int=1\n@CONTROL rid=b | maturity:int=1\n@CONTROL rid=c | status="tested" | maturity:int=2\n'
  const by = (...sort: NonNullable<TableQuery['sort']>): string =>
    wantedCells(records, 'rid', { sort }, compliance).join('')
  const [up, down] = [false, true]
  expect(by({ column: 'status', isDescending: up }, { column: 'maturity', isDescending: down })).toBe('cab')
  expect(by({ column: 'maturity', isDescending: up }, { column: 'status', isDescending: up })).toBe('abc')
  expect(by({ column: 'xyzzy', isDescending: up }, { column: 'rid', isDescending: down })).toBe('cba')
})

test('an expression tells of a name in brackets that no record has', () => {
  const records = '@CONTROL rid=A | vendor="Acme"\n@CONTROL rid=B | title="Backup"\n'
  const about = (where: string): string => doubtsAboutWhere(records, where)
  expect(about('this["vendor"] == "Acme" && has(title) && has(owner)')).toBe('')
  expect(about('!has(this["vendr"]) || written(this["xyzzy"]) == "x"')).toBe(
    'No CONTROL record has a field vendr. No CONTROL record has a field xyzzy.',
  )
  expect(about('this["owners"] == "CISO"')).toBe('No CONTROL record has a field owners; owner may be meant.')
  expect(about('vendr == "Acme"')).toBe('')
})

test('a filter that looks like a comparison, or like a day, and is none, says so', () => {
  const collected = (text: string): string => doubtsAbout('core.compliance.EVIDENCE', 'collected', text)
  expect(collected('tomorow')).toBe(
    'The filter of collected looks for the text "tomorow"; days are written as 2026-06-30, 2026-06, today, this month, next 30 days or overdue.',
  )
  expect(collected('>2026-13')).toContain('looks for the text')
  for (const text of ['', '2026', 'T10:', '=', '!=later', '>=today', '2026-01..']) expect(collected(text)).toBe('')
  const maturity = (text: string): string => doubtsAbout('core.compliance.CONTROL', 'maturity', text)
  expect(maturity('>two')).toBe(
    'The filter of maturity looks for the text ">two"; numbers are compared as >5, <=5 or 1..5.',
  )
  for (const text of ['two', '>2', '1..', 'a..b']) expect(maturity(text)).toBe('')
  expect(doubtsAbout('core.compliance.CONTROL', 'title', '>b')).toBe(
    'The filter of title looks for the text ">b"; only numbers and dates can be compared.',
  )
})

test('a filter reads days and numbers as spreadsheets write them, and asks where they can mean two', () => {
  const records = `
@EVIDENCE rid=a | collected:ts=2026-12-05
@EVIDENCE rid=b | collected:ts=2026-12-20T10:00:00Z
@EVIDENCE rid=c | collected:ts=2026-12-31
@EVIDENCE rid=d
`
  const collected = (text: string): string =>
    wantedCells(records, 'rid', { filters: [{ column: 'collected', text }] }, compliance).join('')
  expect(collected('5.12.2026')).toBe('a')
  expect(collected('!20.12.2026')).toBe('acd')
  expect(collected('=31.12.2026')).toBe('c')
  expect(collected('>05.12.2026')).toBe('bc')
  expect(collected('05.12.2026..20.12.2026')).toBe('ab')
  expect(collected('12/31/2026')).toBe('c')
  const amounts = '@TXN id=e | amount:float=3.5\n@TXN id=f | amount:float=1234.5\n@TXN id=g | amount:float=80000\n'
  const amount = (text: string): string =>
    wantedCells(amounts, 'id', { filters: [{ column: 'amount', text }] }, { fileName: 'a.fintech.rec' }).join('')
  expect(amount('>=1.234,50')).toBe('fg')
  expect(amount('3,5..1.234,5')).toBe('ef')
  expect(amount('3,5')).toBe('')
  const doubts = (text: string): string => doubtsAbout('core.compliance.EVIDENCE', 'collected', text)
  for (const text of ['5.12.2026', '>31.12.2026', '10:30', '.5Z']) expect(doubts(text)).toBe('')
  expect(doubts('5/12/2026')).toContain('looks for the text "5/12/2026"; days are written as 2026-06-30')
  expect(doubts('>5/12/2026')).toContain('looks for the text ">5/12/2026"')
})
