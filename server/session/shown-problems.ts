import type { Connection, Diagnostic } from 'vscode-languageserver'
import type { Problem } from '../../shared/check/problem.ts'
import { invalidValue } from '../../shared/check/rules/invalid-value.ts'
import { notInEnum } from '../../shared/check/rules/not-in-enum.ts'
import { unknownField } from '../../shared/check/rules/unknown-field.ts'
import type { Client } from '../snapshot/snapshot.ts'
import type { FileDiagnostics } from './pull-diagnostics.ts'

/**
 * What the client shows at each address, of a file that is open or not, and the only place that sends it. So the
 * problems that one part of the server sent are taken back by whatever part finds out that they are gone. A client that
 * asks for problems is sent none.
 */
export class ShownProblems {
  /** The addresses at which the client shows problems. */
  private readonly addresses = new Set<string>()
  /** How often each message about a value or a name is shown, by address; undefined where there are too many. */
  private readonly counts = new Map<string, ReadonlyMap<string, number> | undefined>()

  constructor(
    private readonly connection: Pick<Connection, 'sendDiagnostics'>,
    private readonly client: Pick<Client, 'pullsDiagnostics'>,
  ) {}

  /** Whether the client shows problems of a file. */
  has(uri: string): boolean {
    return this.addresses.has(uri)
  }

  /** The files of which the client shows problems. */
  all(): string[] {
    return [...this.addresses]
  }

  /** Sends the problems of a file. Clients are told of each version of an open file, also if it still has none. */
  show({ uri, version, diagnostics }: FileDiagnostics): void {
    const isNews = version !== null || diagnostics.length > 0 || this.addresses.has(uri)
    if (this.client.pullsDiagnostics || !isNews) return
    if (diagnostics.length > 0) this.addresses.add(uri)
    else this.addresses.delete(uri)
    this.count(uri, diagnostics)
    void this.connection.sendDiagnostics({ uri, diagnostics, ...(version !== null && { version }) })
  }

  /** Takes back the problems of a file. */
  clear(uri: string): void {
    this.show({ uri, version: null, diagnostics: [] })
  }

  /**
   * How many problems of a code have a message in all files but one. It is the same for each record with the same value
   * or field.
   *
   * @returns undefined if it is not known of a file
   */
  countElsewhere(uri: string, { code, message }: Pick<Problem, 'code' | 'message'>): number | undefined {
    const key = shownProblemKey(code, message)
    let sum = 0
    for (const [other, counts] of this.counts) {
      if (other === uri) continue
      if (!counts) return undefined
      sum += counts.get(key) ?? 0
    }
    return sum
  }

  private count(uri: string, diagnostics: readonly Diagnostic[]): void {
    const counts = new Map<string, number>()
    for (const { code, message } of diagnostics) {
      if (typeof message !== 'string' || !countedCodes.has(String(code))) continue
      const key = shownProblemKey(String(code), message)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    if (counts.size === 0) this.counts.delete(uri)
    else this.counts.set(uri, counts.size > mostCounted ? undefined : counts)
  }
}

const shownProblemKey = (code: string, message: string): string => `${code} ${message}`

/** Problems that have the same message wherever they are. */
const countedCodes: ReadonlySet<string> = new Set([notInEnum.code, invalidValue.code, unknownField.code])

/** Of how many messages of a file the number is kept. */
const mostCounted = 1000
