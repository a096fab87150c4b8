import { TextDocument } from 'vscode-languageserver-textdocument'
import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  type Location,
  type Range,
} from 'vscode-languageserver-types'
import { URI } from 'vscode-uri'
import { compareText } from '../../shared/basics/text.ts'
import { type Problem, withSeverities } from '../../shared/check/problem.ts'
import { type DescriptorFile, readDescriptorFile } from '../../shared/config/descriptors/descriptor-file.ts'
import { placeInDescriptor } from '../../shared/config/descriptors/descriptor-place.ts'
import {
  descriptorRuleProblems,
  foreignReferenceProblems,
  stoppedDescriptorRules,
  takenDomains,
} from '../../shared/config/descriptors/descriptor-set.ts'
import { extensionProblems } from '../../shared/config/descriptors/extension-problems.ts'
import { schemaHashProblems } from '../../shared/config/descriptors/schema-hash.ts'
import { builtInText, builtinDescriptors } from '../../shared/domains/built-in.ts'
import type { Descriptor } from '../../shared/domains/descriptor.ts'
import { plainMessage } from '../../shared/domains/message-text.ts'
import { practiceDescriptors, practiceText, withBuiltIn } from '../../shared/domains/practice.ts'
import { createRegistry, type Registry } from '../../shared/domains/registry.ts'
import { descriptorScheme } from '../../shared/protocol/domains.ts'
import type { Span } from '../../shared/syntax/nodes.ts'
import type { DescriptorPart } from '../features/definition.ts'
import { severityOf } from '../snapshot/diagnostics.ts'
import type { Settings } from '../snapshot/settings.ts'

/**
 * All domains: the built-in ones and those of the workspace's descriptors. A descriptor replaces a built-in domain of
 * the same path. While a file cannot be read as a descriptor, its last version that could be read counts; without one,
 * its domain is there without tags, unless another descriptor defines it.
 */
export class DescriptorStore {
  private readonly files = new Map<string, StoredFile>()
  private named: ReadonlySet<string> = new Set()
  private current = createRegistry(builtinDescriptors)

  /** The registry of all domains, a new object after each change. */
  get registry(): Registry {
    return this.current
  }

  /** The URIs of all descriptors. */
  uris(): Iterable<string> {
    return this.files.keys()
  }

  /**
   * Takes the text of a descriptor, from disk or from an editor; undefined if the file is gone.
   *
   * @returns whether this changes the domains
   */
  take(uri: string, text: string | undefined): boolean {
    const previous = this.files.get(uri)
    if (text === undefined) this.files.delete(uri)
    else if (previous?.text !== text) {
      const file = readDescriptorFile(text)
      const before = previous?.inForce?.isUnreadable ? undefined : previous?.inForce
      this.files.set(uri, { text, file, inForce: file.descriptor ?? before ?? file.unreadable })
    }
    const inForce = this.files.get(uri)?.inForce
    if (JSON.stringify(inForce) === JSON.stringify(previous?.inForce)) return false
    this.build()
    return true
  }

  /** Takes the domains that configurations name: of the extensions that come with Recline, only these are there. */
  name(domains: ReadonlySet<string>): void {
    if ([...domains].sort().join() === [...this.named].sort().join()) return
    this.named = domains
    this.build()
  }

  private build(): void {
    const own = [...this.files]
      .sort(([one], [other]) => compareText(one, other))
      .flatMap(([, stored]) => stored.inForce ?? [])
    const [unreadable, readable] = [own.filter(one => one.isUnreadable), own.filter(one => !one.isUnreadable)]
    this.current = createRegistry([...unreadable, ...withBuiltIn(readable, this.named)])
  }

  /** The problems of a descriptor, also those that involve other descriptors. */
  diagnostics(
    uri: string,
    settings: Settings,
    codesPage: string | undefined,
    stopped: ReadonlySet<string> = new Set(),
  ): Diagnostic[] {
    const document = this.document(uri)
    return this.problems(uri, settings, stopped).map(problem => jsonDiagnostic(problem, document, codesPage))
  }

  /** The fixes of the problems that touch a range of a descriptor, one edit each. */
  codeActions(uri: string, range: Range, settings: Settings, codesPage: string | undefined): CodeAction[] {
    return jsonCodeActions(this.problems(uri, settings), this.document(uri), range, codesPage)
  }

  private problems(uri: string, settings: Settings, stopped: ReadonlySet<string> = new Set()): readonly Problem[] {
    const stored = this.files.get(uri)
    if (!stored) return []
    const all = new Map([...this.files].map(([name, { file }]) => [URI.parse(name).path, file]))
    const duplicate = takenDomains(all, [...builtinDescriptors, ...practiceDescriptors]).get(URI.parse(uri).path)
    const problems = [
      ...stored.file.problems,
      ...foreignReferenceProblems(stored.file, this.current),
      ...descriptorRuleProblems(stored.file, this.current),
      ...extensionProblems(stored.file, this.current),
      ...schemaHashProblems(stored, this.files.values()),
      ...stoppedDescriptorRules(stored.file, stopped),
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

  /** The text of a descriptor of the workspace. */
  textOf(uri: string): string | undefined {
    return this.files.get(uri)?.text
  }

  /** A descriptor of the workspace as it was read. */
  fileOf(uri: string): DescriptorFile | undefined {
    return this.files.get(uri)?.file
  }

  /** All descriptors of the workspace as they were read, with those that count. */
  read(): Iterable<readonly [uri: string, Pick<StoredFile, 'file' | 'inForce'>]> {
    return this.files
  }

  /** The texts of all descriptors in the workspace. */
  texts(): { readonly uri: string; readonly text: string; readonly domain: string | undefined }[] {
    return [...this.files].map(([uri, { text, inForce }]) => ({ uri, text, domain: inForce?.domain }))
  }

  /**
   * Where a descriptor defines a domain, tag or field.
   *
   * @param opensBuiltIn whether the client can open the descriptors of built-in domains
   */
  locate(part: DescriptorPart, opensBuiltIn: boolean): Location | undefined {
    const own = this.locateIn(part, opensBuiltIn)
    const { base } = part.domain
    if (own || !base) return own
    // What an extension neither adds nor changes is in the descriptor of its base.
    const { tag, field } = part
    const baseTag = tag && base.tags.get(tag.name)
    const baseField = field && baseTag?.fields.get(field.name)
    if ((tag && !baseTag) || (field && !baseField)) return undefined
    const inherited = { domain: base, ...(baseTag && { tag: baseTag }), ...(baseField && { field: baseField }) }
    return this.locate(inherited, opensBuiltIn)
  }

  private locateIn({ domain, tag, field }: DescriptorPart, opensBuiltIn: boolean): Location | undefined {
    for (const [uri, { text, inForce }] of this.files) {
      if (inForce !== domain.written) continue
      const span = placeInDescriptor(text, tag?.name, field?.name)
      return span && { uri, range: rangeInJson(this.document(uri), span) }
    }
    const text = opensBuiltIn ? (builtInText(domain.path) ?? practiceText(domain.path)) : undefined
    const span = text === undefined ? undefined : placeInDescriptor(text, tag?.name, field?.name)
    const uri = `${descriptorScheme}:/${domain.path}.json`
    return span && { uri, range: rangeInJson(jsonDocument(uri, text!), span) }
  }
}

interface StoredFile {
  readonly text: string
  readonly file: DescriptorFile
  /** The descriptor that counts. */
  readonly inForce: Descriptor | undefined
}

/** A problem of a JSON file as a diagnostic. */
export const jsonDiagnostic = (
  { code, severity, message, ...span }: Problem,
  document: TextDocument,
  codesPage: string | undefined,
): Diagnostic => ({
  range: rangeInJson(document, span),
  severity: severityOf(severity),
  code,
  ...(codesPage !== undefined && { codeDescription: { href: `${codesPage}#${code}` } }),
  source: 'recline',
  message: plainMessage(message),
})

/** The fixes of the problems that touch a range, one edit each. */
export function jsonCodeActions(
  problems: readonly Problem[],
  document: TextDocument,
  { start, end }: Range,
  codesPage: string | undefined,
): CodeAction[] {
  const [first, last] = [document.offsetAt(start), document.offsetAt(end)]
  const touched = problems.filter(problem => problem.start <= last && problem.end >= first)
  return touched.flatMap(problem =>
    (problem.fixes?.() ?? []).map(
      ({ title, edits, isPreferred }): CodeAction => ({
        title,
        kind: CodeActionKind.QuickFix,
        diagnostics: [jsonDiagnostic(problem, document, codesPage)],
        edit: {
          changes: {
            [document.uri]: edits.map(({ text, ...span }) => ({ range: rangeInJson(document, span), newText: text })),
          },
        },
        ...(isPreferred && { isPreferred }),
      }),
    ),
  )
}

/** A JSON file as a document, to convert between offsets and positions. */
export const jsonDocument = (uri: string, text: string): TextDocument => TextDocument.create(uri, 'json', 0, text)

/** The range of a span of offsets. */
const rangeInJson = (document: TextDocument, { start, end }: Span): Range => ({
  start: document.positionAt(start),
  end: document.positionAt(end),
})
