import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

/** The code of pages has the types of a browser, which tests do not have. */
const program: string = './editing.ts'

interface Program {
  readonly Editing: new (grid: object, view: object) => TestedEditing
}

interface TestedEditing {
  onKey(event: { readonly key: string }): boolean
  save(): void
  readonly clipboard: { pasteCsv(): Promise<void> }
}

interface Message {
  readonly id: number
  readonly method: string
}

/** A page with a grid of one cell, which is true or false. */
async function openPage(): Promise<{
  readonly sent: readonly Message[]
  /** What the page has told the user. */
  readonly said: readonly string[]
  /** Answers the oldest request, and waits until the page has read the answer. */
  answer(result: unknown): Promise<void>
  /** Answers it with an error. */
  fail(error: string): Promise<void>
  cut(): void
  /** Selects the row instead of its first cell. */
  selectRow(): void
  paste(text: string): void
  /** Puts the keyboard into a field that finds records. */
  find(): void
  toggle(): void
  save(): void
  pasteCsv(): void
}> {
  let isFinding = false
  const sent: Message[] = []
  const said: string[] = []
  const listeners = new Map<string, (event: unknown) => void>()
  const addEventListener = (name: string, listener: (event: unknown) => void): unknown => listeners.set(name, listener)
  const columns = [
    { column: { name: 'active', kind: 'bool' }, place: 0 },
    { column: { name: 'title', kind: 'text' }, place: 1 },
  ]
  const cell = { row: 0, column: 0 }
  const anchor = { ...cell }
  const grid = {
    grid: {},
    columns,
    rows: { total: 1, at: () => ({ record: 0 }) },
    selection: {
      active: cell,
      anchor,
      all: [{ firstRow: 0, lastRow: 0, firstColumn: 0, lastColumn: 0 }],
      isSettled: true,
      basis: { version: 1, query: { filters: [], search: '', hasProblem: false }, total: 1 },
    },
    current: { row: { record: 0, cells: ['true'] }, ...columns[0]! },
    write: () => undefined,
    focusLate: () => undefined,
    markCut: () => undefined,
  }
  vi.stubGlobal('document', { addEventListener, activeElement: grid.grid, execCommand: () => false })
  vi.stubGlobal('addEventListener', addEventListener)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('acquireVsCodeApi', () => ({ postMessage: (message: Message) => sent.push(message) }))
  vi.resetModules()
  const { Editing } = (await import(program)) as Program
  const editing = new Editing(grid, {
    current: () => ({ table: 'core.security.RULE', columnCount: 2 }),
    isWorkspace: () => false,
    reload: () => Promise.resolve(),
    isFinding: () => isFinding,
    goTo: (_record: unknown, _isNew: unknown, isWanted: () => boolean) =>
      Promise.reject(new Error(isWanted() ? 'The server has ended.' : 'The cursor stays.')),
    say: (text: string) => void said.push(text),
  })
  const reply = async (answer: object): Promise<void> => {
    listeners.get('message')!({ data: { id: sent.shift()?.id, ...answer } })
    await new Promise(resolve => setTimeout(resolve))
  }
  return {
    sent,
    said,
    answer: result => reply({ result }),
    fail: error => reply({ error }),
    cut: () => listeners.get('cut')!({ preventDefault: () => undefined }),
    selectRow: () => {
      anchor.column = 1
    },
    paste: text =>
      listeners.get('paste')!({ preventDefault: () => undefined, clipboardData: { getData: dataOf(text) } }),
    find: () => {
      isFinding = true
    },
    toggle: () => void editing.onKey({ key: ' ' }),
    save: () => editing.save(),
    pasteCsv: () => void editing.clipboard.pasteCsv(),
  }
}

const dataOf =
  (text: string) =>
  (type: string): string =>
    type === 'text/plain' ? text : ''

const names = (messages: readonly Message[]): string[] => messages.map(({ method }) => method)

test('a cut takes what the changes before it have written', async () => {
  const page = await openPage()
  page.toggle()
  page.cut()
  await page.answer(undefined)
  expect(names(page.sent)).toEqual(['edit'])
  await page.answer({ record: null, note: '' })
  expect(names(page.sent)).toEqual(['copy'])
  await page.answer({ text: 'false\n', html: '<table></table>' })
  expect(names(page.sent)).toEqual(['writeClipboard'])
  await page.answer(null)
  expect(page.sent).toMatchObject([{ method: 'edit', params: { edit: { kind: 'clear' } } }])
})

test('changes are sent at once, and a save after them', async () => {
  const page = await openPage()
  page.toggle()
  page.toggle()
  page.save()
  await page.answer(undefined)
  expect(names(page.sent)).toEqual(['edit', 'edit', 'save'])
})

test('a paste is sent at once, and the change after it', async () => {
  const page = await openPage()
  page.paste('a\tb')
  page.toggle()
  await page.answer(undefined)
  expect(page.sent).toMatchObject([
    { method: 'moveCut', params: { version: 1, text: 'a\tb', otherwise: { kind: 'paste', text: 'a\tb' } } },
    { method: 'edit', params: { edit: { kind: 'write' } } },
  ])
})

test('a paste waits until cut records are on the clipboard', async () => {
  const page = await openPage()
  page.selectRow()
  page.cut()
  page.paste('what was there before')
  await page.answer(undefined)
  expect(names(page.sent)).toEqual(['cut'])
  await page.answer({ text: 'true\ta\n', html: '<table></table>', records: [0] })
  await page.answer(null)
  expect(page.sent).toMatchObject([{ method: 'moveCut', params: { text: 'true\ta\n' } }])
})

test('a change waits for the text of the change before it', async () => {
  const page = await openPage()
  page.cut()
  page.toggle()
  await page.answer(undefined)
  expect(names(page.sent)).toEqual(['copy'])
  await page.answer({ text: 'false\n', html: '<table></table>' })
  await page.answer(null)
  expect(page.sent).toMatchObject([{ params: { edit: { kind: 'clear' } } }, { params: { edit: { kind: 'write' } } }])
})

test('a change is refused with the reason of a request that failed', async () => {
  const page = await openPage()
  page.toggle()
  await page.answer(undefined)
  await page.fail('The server has ended.')
  expect(page.said).toEqual(['The server has ended.'])
})

test('a clipboard that cannot be read holds up no change', async () => {
  const page = await openPage()
  page.pasteCsv()
  page.toggle()
  await page.fail('The clipboard cannot be read.')
  expect(names(page.sent)).toEqual(['edit'])
  await page.answer({ record: null, note: 'Written.' })
  expect(page.said).toEqual(['The clipboard cannot be read.', 'Written.'])
})

test('a change is made although the cursor could not go to the record before it', async () => {
  const page = await openPage()
  page.toggle()
  page.toggle()
  await page.answer(undefined)
  await page.answer({ record: 1, note: 'The first.' })
  await page.answer({ record: null, note: 'The second.' })
  expect(page.said).toEqual(['The first.', 'The server has ended.', 'The second.'])
})

test('the cursor stays where the user types what finds records after a change', async () => {
  const page = await openPage()
  page.toggle()
  page.find()
  page.toggle()
  await page.answer(undefined)
  await page.answer({ record: 1, note: '' })
  await page.answer({ record: 1, note: '' })
  expect(page.said).toEqual(['', 'The cursor stays.', '', 'The server has ended.'])
})
