/** Whole tasks that people give to agents, as a model does them with the tools alone, over the files of `taskFiles`. */

/** A call of a tool, and what its answer must have. */
interface TaskCall {
  readonly tool: string
  readonly given: Readonly<Record<string, unknown>>
  /** A part of the answer as JSON; a call that is refused has the code of the error. */
  readonly has?: readonly string[]
}

interface AgentTask {
  readonly name: string
  readonly calls: readonly TaskCall[]
  /** What the files have after it, and have no more. */
  readonly after?: Readonly<Record<string, readonly string[]>>
  readonly without?: Readonly<Record<string, readonly string[]>>
}

const many = Array.from(
  { length: 200 },
  (_, index) => `@FINDING rid=FND-${1000 + index} | control_ref="CTL-3" | severity="low" | status="open"\n`,
).join('')

export const taskFiles: Readonly<Record<string, string>> = {
  'controls.compliance.rec': `@CONTROL rid=CTL-1 | title="Access reviews" | owner="CISO"
@CONTROL rid=CTL-2 | title="Log retention" | owner="CTO"
@CONTROL rid=CTL-3 | title="Patching" | owner="CTO"
`,
  'findings.compliance.rec': `# from the audit
@FINDING rid=FND-01 | control_ref="CTL-1" | severity="high" | status="open" | remediation_due="2026-01-31"
@FINDING rid=FND-02 | control_ref="CTL-1" | severity="low" | status="open" | remediation_due="2026-02-28"
@FINDING rid=FND-03 | control_ref="CTL-2" | severity="medium" | status="open" | remediation_due="2026-03-31"
@FINDING rid=FND-04 | control_ref="CTL-2" | severity="high" | status="in-progress" | remediation_due="2099-12-31"
`,
  'scan.compliance.rec': many,
  'broken.compliance.rec': `@finding rid=FND-51 | control_ref="CTL-1" | severity=High | Status="open"
@FINDING rid=FND-52 | control_ref=CTL-1 | severity="LOW" | status=Open
@finding rid=FND-53 | Severity="medium" | status="closed"
@FINDING rid=FND-54 | severity="low" | Description="x"
`,
  'notes.compliance.rec': `@FINDING severity="low" | description="no id yet"
`,
}

const apply = true

/** A change as it is shown first, and then made. */
const shownAndMade = (...changes: readonly object[]): TaskCall[] => [
  { tool: 'write', given: { changes }, has: ['"applied":false'] },
  { tool: 'write', given: { changes, apply }, has: ['"applied":true'] },
]

const made = (...changes: readonly object[]): TaskCall => ({
  tool: 'write',
  given: { changes, apply },
  has: ['"applied":true'],
})

const agentTasks: readonly AgentTask[] = [
  {
    name: 'find and add',
    calls: [
      { tool: 'describe', given: { tag: 'FINDING' }, has: ['remediation_due'] },
      {
        tool: 'find',
        given: { tag: 'CONTROL', where: 'title.contains("Log")', select: ['rid', 'title'] },
        has: ['CTL-2'],
      },
      made({ action: 'add', tag: 'FINDING', values: { control_ref: 'CTL-2', severity: 'high', status: 'open' } }),
    ],
    after: { 'findings.compliance.rec': ['| control_ref="CTL-2" | severity="high" | status="open"\n'] },
  },
  {
    name: 'overdue and reassign',
    calls: [
      {
        tool: 'find',
        given: { due: 'overdue' },
        has: ['"found":3', '["2026-01-31","overdue","FINDING","FND-01","","control_ref.owner=CISO"', 'rec:2"]'],
      },
      made({ action: 'set', tag: 'CONTROL', where: 'owner == "CISO"', values: { owner: 'COO' } }),
    ],
    after: { 'controls.compliance.rec': ['rid=CTL-1 | title="Access reviews" | owner="COO"'] },
  },
  {
    name: 'close three with a day',
    calls: [
      made(
        ...['FND-01', 'FND-02', 'FND-03'].map(id => ({
          action: 'set',
          id,
          values: { status: 'closed', remediation_due: '2026-04-01' },
          expected: {
            status: 'open',
            remediation_due: { 'FND-01': '2026-01-31', 'FND-02': '2026-02-28', 'FND-03': '2026-03-31' }[id],
          },
        })),
      ),
    ],
    after: { 'findings.compliance.rec': ['status="closed" | remediation_due:ts=2026-04-01'] },
  },
  {
    name: 'rename with references',
    calls: [made({ action: 'rename', id: 'CTL-1', new_id: 'CTL-100' })],
    after: { 'controls.compliance.rec': ['rid=CTL-100'], 'findings.compliance.rec': ['control_ref="CTL-100"'] },
    without: { 'findings.compliance.rec': ['"CTL-1"'] },
  },
  {
    name: 'mend a file with eleven mistakes',
    calls: [
      { tool: 'check', given: { paths: ['broken.compliance.rec'] }, has: ['not-in-enum'] },
      made({
        action: 'fix',
        paths: ['broken.compliance.rec'],
        codes: ['tag-case', 'notation', 'not-in-enum', 'unknown-field'],
      }),
      { tool: 'check', given: { paths: ['broken.compliance.rec'] }, has: ['"errors":0', '"warnings":0'] },
    ],
    after: {
      'broken.compliance.rec': ['@FINDING rid=FND-51 | control_ref="CTL-100" | severity="high" | status="open"'],
    },
  },
  {
    name: 'a tag known vaguely',
    calls: [{ tool: 'describe', given: { search: 'vendor' }, has: ['"tag":'] }],
  },
  {
    name: 'link two',
    calls: [
      { tool: 'get', given: { ids: ['FND-54'] }, has: ['FND-54'] },
      made({ action: 'set', id: 'FND-54', values: { control_ref: 'CTL-3' }, expected: { control_ref: '' } }),
    ],
    after: { 'broken.compliance.rec': ['control_ref="CTL-3"'] },
  },
  {
    name: 'a pasted table',
    calls: [
      {
        tool: 'convert',
        given: {
          text: 'Severity\tControl Ref\tText\nH\tCTL-2\tNo backups\nL\tCTL-3\tOld kernel\n',
          tag: 'FINDING',
          mapping: { Text: 'description' },
          map_values: { severity: { H: 'high', L: 'low' } },
        },
        has: ['"problems":[]', 'control_ref=\\"CTL-2\\"'],
      },
      made({
        action: 'add',
        text: '@FINDING severity="high" | control_ref="CTL-2" | description="No backups"\n@FINDING severity="low" | control_ref="CTL-3" | description="Old kernel"',
      }),
    ],
    after: {
      'findings.compliance.rec': ['description="No backups"'],
      'scan.compliance.rec': ['description="Old kernel"'],
    },
  },
  {
    name: 'compare and sum up',
    calls: [{ tool: 'compare', given: { tag: 'CONTROL' }, has: ['"name":"owner","before":"CISO","after":"COO"'] }],
  },
  {
    name: '200 changes',
    calls: shownAndMade({
      action: 'set',
      tag: 'FINDING',
      where: 'control_ref == "CTL-3" && status == "open"',
      values: { status: 'in-progress' },
    }),
    after: { 'scan.compliance.rec': ['rid=FND-1199 | control_ref="CTL-3" | severity="low" | status="in-progress"'] },
    without: { 'scan.compliance.rec': ['status="open"'] },
  },
  {
    name: 'a removal that others refer to',
    calls: [
      {
        tool: 'write',
        given: { changes: [{ action: 'remove', id: 'CTL-100', expected: { owner: 'COO' } }], apply },
        has: ['adds-problems', 'dangling-reference'],
      },
      made(
        { action: 'set', tag: 'FINDING', where: 'control_ref == "CTL-100"', values: { control_ref: 'CTL-2' } },
        { action: 'remove', id: 'CTL-100', expected: { owner: 'COO' } },
      ),
    ],
    without: { 'controls.compliance.rec': ['CTL-100'], 'findings.compliance.rec': ['CTL-100'] },
  },
  {
    name: 'a record without id',
    calls: [
      {
        tool: 'find',
        given: { tag: 'FINDING', where: '!has(rid)', select: ['description'] },
        has: ['notes.compliance.rec:1'],
      },
      made({
        action: 'set',
        place: 'notes.compliance.rec:1',
        values: { rid: 'FND-90', severity: 'medium' },
        expected: { rid: '', severity: 'low' },
      }),
    ],
    after: { 'notes.compliance.rec': ['rid=FND-90', 'severity="medium"'] },
  },
  {
    name: 'a move',
    calls: [made({ action: 'move', id: 'FND-90', path: 'findings.compliance.rec', expected: { severity: 'medium' } })],
    after: { 'findings.compliance.rec': ['rid=FND-90'] },
    without: { 'notes.compliance.rec': ['FND-90'] },
  },
  {
    name: 'counts and sums',
    calls: [
      {
        tool: 'find',
        given: { tag: 'FINDING', count_by: ['control_ref.owner', 'status'], sort: ['-count'] },
        has: ['["CTO","in-progress","2'],
      },
    ],
  },
  {
    name: 'undo',
    calls: [
      made({ action: 'remove', tag: 'FINDING', where: 'severity == "low"', limit: 500 }),
      { tool: 'undo', given: {}, has: ['scan.compliance.rec', '"remove"'] },
    ],
    after: { 'scan.compliance.rec': ['rid=FND-1199'] },
  },
]

/** What came of the tasks. */
interface DoneTasks {
  /** The tasks that were not done, each with what is missing. */
  readonly undone: readonly string[]
  readonly tasks: number
  readonly calls: number
  /** Of what is asked and answered. */
  readonly characters: number
}

/**
 * Does all tasks, one after the other, as some read what those before have written.
 *
 * @param call calls a tool and returns the text of its answer
 * @param read returns the text of a file
 */
export async function doTasks(
  call: (tool: string, given: TaskCall['given']) => Promise<string>,
  read: (file: string) => Promise<string>,
): Promise<DoneTasks> {
  let [calls, characters] = [0, 0]
  const undone: string[] = []
  for (const { name, calls: wanted, after = {}, without = {} } of agentTasks) {
    const missing: string[] = []
    for (const { tool, given, has = [] } of wanted) {
      const answer = await call(tool, given)
      calls++
      characters += JSON.stringify(given).length + answer.length
      missing.push(...has.filter(text => !answer.includes(text)).map(text => `${tool}: ${text} in ${answer}`))
    }
    for (const [file, texts] of Object.entries(after)) {
      const text = await read(file)
      missing.push(...texts.filter(one => !text.includes(one)).map(one => `${file}: ${one}`))
    }
    for (const [file, texts] of Object.entries(without)) {
      const text = await read(file)
      missing.push(...texts.filter(one => text.includes(one)).map(one => `${file} still: ${one}`))
    }
    if (missing.length > 0) undone.push(`${name}: ${missing.join('\n')}`)
  }
  return { undone, tasks: agentTasks.length, calls, characters }
}
