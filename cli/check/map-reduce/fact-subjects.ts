import { fieldOf, type Registry } from '../../../shared/domains/registry.ts'
import type { Failure } from '../../files/failure.ts'
import { type Fact, hasNames, isName } from './facts.ts'

/** A tag that facts are about, or one of its fields and the tag that it refers to. */
interface Subject {
  /** The path of the tag. */
  readonly path: string
  readonly field?: string
  readonly target?: string
}

/** What the facts about a file are about. */
export class FactSubjects {
  private readonly all = new Map<string, Subject>()

  add(fact: Fact): void {
    if (isName(fact) || hasNames(fact)) {
      const { domain, tag, ownDomain, ownTag, field } = fact
      const named = `${domain}.${tag}`
      if (field === undefined) this.addSubject({ path: named })
      else this.addSubject({ path: `${ownDomain}.${ownTag}`, field, target: named })
    } else if (fact.kind === 'values' || fact.kind === 'records') {
      const path = `${fact.domain}.${fact.tag}`
      this.addSubject({ path })
      for (const field in fact.data.values) this.addSubject({ path, field })
    }
  }

  /**
   * Fails if the descriptors of the reduce do not have a tag or a field, or if the field refers to another tag in them:
   * problems would be lost.
   */
  unknownTo({ tags }: Registry, file: string): Failure | undefined {
    for (const { path, field, target } of this.all.values()) {
      const tag = tags.get(path)
      const definition = field === undefined ? undefined : tag && fieldOf(tag, field)
      const isKnown = field === undefined ? tag !== undefined : definition !== undefined
      if (isKnown && (target === undefined || definition?.target?.path === target)) continue
      const name = field === undefined ? path : `${path}.${field}`
      const what = target === undefined ? name : `references from ${name} to ${target}`
      const why = `${file} has facts about ${what}, which the descriptors of this reduce do not have`
      return { failure: `${why}; use the same configuration and --descriptors, and run --map for the file again.` }
    }
    return undefined
  }

  private addSubject(subject: Subject): void {
    const { path, field = '', target = '' } = subject
    this.all.set(`${path} ${field} ${target}`, subject)
  }
}
