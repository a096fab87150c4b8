import type { TextDocument } from 'vscode-languageserver-textdocument'
import type { CodeAction, Diagnostic, Location, Range } from 'vscode-languageserver-types'
import { URI } from 'vscode-uri'
import { type Problem, withSeverities } from '../../shared/check/problem.ts'
import { type DescriptorFile, readDescriptorFile } from '../../shared/config/descriptor-file.ts'
import { placeInDescriptor } from '../../shared/config/descriptor-place.ts'
import { duplicateDescriptors, foreignReferenceProblems } from '../../shared/config/descriptor-set.ts'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import type { Descriptor } from '../../shared/domains/descriptor.ts'
import { createRegistry, type Registry } from '../../shared/domains/registry.ts'
import type { DescriptorPart } from '../features/definition.ts'
import type { Settings } from '../snapshot/settings.ts'
import { jsonCodeActions, jsonDiagnostic, jsonDocument, rangeInJson } from './json-problems.ts'

/**
 * The domains there are: those that come with Recline, and those of the workspace's descriptor files, which win. Of a
 * file that cannot be read as a descriptor the last version that could be stays in force.
 */
export class DescriptorStore {
  private readonly files = new Map<string, StoredFile>()
  private current = createRegistry(builtinDescriptors)

  /** The registry of all domains; another object each time they change. */
  get registry(): Registry {
    return this.current
  }

  /** The addresses of all descriptor files. */
  uris(): Iterable<string> {
    return this.files.keys()
  }

  /**
   * Takes a file's text, from disk or from an editor; undefined where the file is gone.
   *
   * @returns whether the domains are others now
   */
  take(uri: string, text: string | undefined): boolean {
    const previous = this.files.get(uri)
    if (text === undefined) this.files.delete(uri)
    else if (previous?.text !== text) {
      const file = readDescriptorFile(text)
      this.files.set(uri, { text, file, inForce: file.descriptor ?? previous?.inForce })
    }
    const inForce = this.files.get(uri)?.inForce
    if (JSON.stringify(inForce) === JSON.stringify(previous?.inForce)) return false
    const own = [...this.files]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([, stored]) => stored.inForce ?? [])
    this.current = createRegistry([...builtinDescriptors, ...own])
    return true
  }

  /** What is wrong with a file, by itself and among the others. */
  diagnostics(uri: string, settings: Settings, codesPage: string | undefined): Diagnostic[] {
    const document = this.document(uri)
    return this.problems(uri, settings).map(problem => jsonDiagnostic(problem, document, codesPage))
  }

  /** The fixes of the problems that touch a range of a file, one edit each. */
  codeActions(uri: string, range: Range, settings: Settings, codesPage: string | undefined): CodeAction[] {
    return jsonCodeActions(this.problems(uri, settings), this.document(uri), range, codesPage)
  }

  private problems(uri: string, settings: Settings): Problem[] {
    const stored = this.files.get(uri)
    if (!stored) return []
    const all = new Map([...this.files].map(([name, { file }]) => [URI.parse(name).path, file]))
    const duplicate = duplicateDescriptors(all, builtinDescriptors).get(URI.parse(uri).path)
    const problems = [
      ...stored.file.problems,
      ...foreignReferenceProblems(stored.file, this.current),
      ...(duplicate ? [duplicate] : []),
    ]
    return withSeverities(
      problems.map(problem => ({ ...problem, entry: 0 })),
      settings.severity,
    )
  }

  private document(uri: string): TextDocument {
    return jsonDocument(uri, this.files.get(uri)?.text ?? '')
  }

  /** Where a domain, tag or field is written; undefined for one that comes with Recline. */
  locate({ domain, tag, field }: DescriptorPart): Location | undefined {
    for (const [uri, { text, inForce }] of this.files) {
      if (inForce !== domain.descriptor) continue
      const span = placeInDescriptor(text, tag?.name, field?.name)
      return span && { uri, range: rangeInJson(this.document(uri), span) }
    }
    return undefined
  }
}

interface StoredFile {
  readonly text: string
  readonly file: DescriptorFile
  /** The descriptor that counts. */
  readonly inForce: Descriptor | undefined
}
