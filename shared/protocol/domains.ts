import * as v from 'valibot'
import type { TypeName } from '../syntax/type-words.ts'
import type { TextEdit } from './lsp.ts'
import { atLine, inFile, noParams, notification, type ParamsOf, request } from './request.ts'

/** The requests and notifications about domains: those of a file, and all there are. */

/** Server to client: the domains of an open file, each time they change. */
export const fileDomainsNotification = notification(
  'recline/fileDomains',
  v.object({
    uri: v.string(),
    /** The paths of the domains that are in force anywhere in the file. */
    inForce: v.array(v.string()),
    /** The paths of those that a header, a setting or the file name chose and whose descriptors cannot be read. */
    unreadable: v.array(v.string()),
    /** The paths of the domains that these extend, by their own paths. */
    bases: v.record(v.string(), v.string()),
    /** What chose the domains; `registry` if nothing did, so that all domains are in force. */
    source: v.picklist(['header', 'setting', 'file name', 'registry']),
    /** The paths of the domains that the records of the file belong to, the one with most records first. */
    used: v.array(v.string()),
  }),
)

export type FileDomains = ParamsOf<typeof fileDomainsNotification>

/** Client to server: all domains, to choose from. */
export const listDomainsRequest = request<readonly DomainSummary[]>()('recline/listDomains', noParams)

export interface DomainSummary {
  readonly path: string
  readonly description: string
}

/** Client to server: the text edits that make the header of a file name these domains. */
export const setDomainsRequest = request<TextEdit[]>()(
  'recline/setDomains',
  v.object({
    /** The domains will be in force at this line. */
    ...atLine.entries,
    domains: v.array(v.string()),
  }),
)

export type SetDomainsParams = ParamsOf<typeof setDomainsRequest>

/**
 * Client to server: the header for a file whose domains nothing chooses. No answer if something chooses them, or if no
 * domain defines the tags of the file.
 */
export const proposedHeaderRequest = request<ProposedHeader>()('recline/proposedHeader', inFile)

export interface ProposedHeader {
  /** The text of the header, such as `@DOC domain=core.compliance`. */
  readonly header: string
  /** The edits that add it. */
  readonly edits: readonly TextEdit[]
}

/** Client to server: the tags that only the extensions have which come with Recline and that no configuration names. */
export const practiceTagsRequest = request<readonly PracticeTag[]>()('recline/practiceTags', noParams)

export interface PracticeTag extends Pick<DomainNode, 'path' | 'name' | 'detail'> {
  /** The path of the extension. */
  readonly extension: string
}

/**
 * Client to server: puts an extension in force for an open file that comes with Recline. The server lets the client
 * change its `recline.json`, or make one, and answers with its URI. No answer if that is not possible.
 */
export const usePracticeRequest = request<string>()(
  'recline/usePractice',
  v.object({ ...inFile.entries, extension: v.string() }),
)

/**
 * Client to server: whether an extension that comes with Recline is in force for an open file, once the server has read
 * all changes that the client has told.
 */
export const practiceInForceRequest = request<boolean>()(
  'recline/practiceInForce',
  v.object({ ...inFile.entries, extension: v.string() }),
)

/** Server to client: there are other domains, or a domain has changed. */
export const domainsChangedNotification = notification('recline/domainsChanged', noParams)

/** Client to server: all domains, with their tags and fields. */
export const domainTreeRequest = request<readonly DomainNode[]>()('recline/domainTree', noParams)

/** A domain, a tag of a domain, or a field of a tag. */
export interface DomainNode {
  /** `core.compliance`, `core.compliance.CONTROL` or `core.compliance.CONTROL.maturity`. */
  readonly path: string
  readonly name: string
  /** A domain, a tag, or the kind of values of a field. */
  readonly kind: 'domain' | 'tag' | 'reference' | 'enum' | TypeName
  readonly isRequired: boolean
  /** Short text for the line of the name, plain. */
  readonly detail: string
  /** The full description, in Markdown. */
  readonly documentation: string
  readonly children: readonly DomainNode[]
}

/** The scheme of the URIs of built-in descriptors: `recline-descriptor:/core.compliance.json`. */
export const descriptorScheme = 'recline-descriptor'

/** Client to server: the text of a built-in descriptor. No answer for another domain. */
export const descriptorTextRequest = request<string>()(
  'recline/descriptorText',
  v.object({
    /** The path of the domain, such as `core.compliance`. */
    domain: v.string(),
  }),
)
