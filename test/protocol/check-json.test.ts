import { describe, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { files, recline } = commandLine()

const clean = '@CONTROL rid=CTL-1 | status="tested"\n'
// A record without an id, so that it can stand in many files.
const wrong = '@RECOMMENDATION priority:int=9\n'

describe('recline check --format json', () => {
  test('lists every file with its problems, and the counts', async () => {
    await files({ 'a.rec': clean, 'b.rec': `${wrong}@CONTROL status=tested\n\n  😀\n`, 'c.rec': '' })
    const { stdout, stderr, code } = await recline(['check', '.', '--format', 'json'])
    const about = { domain: 'core.compliance', tag: 'CONTROL' }
    expect({ results: JSON.parse(stdout) as unknown, stderr, code }).toEqual({
      results: {
        files: [
          { file: 'a.rec', problems: [] },
          {
            file: 'b.rec',
            problems: [
              {
                code: 'out-of-range',
                severity: 'error',
                message: 'RECOMMENDATION.priority is 9; it must be from 1 to 5.',
                line: 1,
                column: 30,
                endLine: 1,
                endColumn: 31,
                domain: 'core.legal',
                tag: 'RECOMMENDATION',
                field: 'priority',
              },
              {
                code: 'missing-field',
                severity: 'error',
                message: expect.any(String) as string,
                line: 2,
                column: 2,
                endLine: 2,
                endColumn: 9,
                ...about,
                field: null,
              },
              {
                code: 'notation',
                severity: 'information',
                message: expect.any(String) as string,
                line: 2,
                column: 10,
                endLine: 2,
                endColumn: 23,
                ...about,
                field: 'status',
              },
              {
                code: 'syntax',
                severity: 'error',
                message: expect.any(String) as string,
                line: 4,
                column: 3,
                endLine: 4,
                endColumn: 4,
                domain: null,
                tag: null,
                field: null,
              },
            ],
          },
          { file: 'c.rec', problems: [] },
        ],
        summary: { files: 3, records: 3, error: 3, warning: 0, information: 1 },
      },
      stderr: '',
      code: 1,
    })
  })

  test('is whole where nothing could be checked', async () => {
    const { stdout, stderr, code } = await recline(['check', 'nowhere.rec', '--format', 'json'])
    expect({ results: JSON.parse(stdout) as unknown, stderr, code }).toEqual({
      results: { files: [], summary: { files: 0, records: 0, error: 0, warning: 0, information: 0 } },
      stderr: 'recline: nowhere.rec could not be read: no such file or directory.\n',
      code: 2,
    })
  })
})

test('a broken rule comes before the wrong field, with the place of the other field that it reads', async () => {
  const rule = { id: 'two-ends', tag: 'SIEM_ALERT', expression: 'source_ip != dest_ip', message: 'Both ends are one.' }
  await files({
    'recline.json': JSON.stringify({ rules: [rule] }),
    'a.security.rec': '@SIEM_ALERT source_ip="10.0.0.1" | colour="red" | dest_ip="10.0.0.1"\n',
  })
  const { stdout } = await recline(['check', 'a.security.rec', '--format', 'json'])
  const [{ problems }] = JSON.parse(stdout).files
  const told = problems.map((problem: Record<string, unknown>) => [problem.column, problem.code, problem.related])
  expect(told).toEqual([
    [23, 'rule/two-ends', [{ file: 'a.security.rec', line: 1, message: 'The rule reads dest_ip too.' }]],
    [36, 'unknown-field', undefined],
    [59, 'rule/alert-has-two-ends', undefined],
  ])
})
