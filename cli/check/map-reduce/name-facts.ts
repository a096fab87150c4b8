import { type RecordName, recordName } from '../../../shared/domains/identity.ts'
import type { Registry } from '../../../shared/domains/registry.ts'
import { type NameHasher, NameList } from '../../../shared/scan/names.ts'
import { NameTable } from '../names/name-table.ts'
import { type Fact, isName, type NameFact } from './facts.ts'

/** Reads facts again, by their numbers. */
export type FactsAt = (numbers: ReadonlySet<number>) => Promise<ReadonlyMap<number, Fact>>

/** The names that the rules about names must look at. */
export interface SuspectNames {
  /** The names that other records have too, and the references to records that are not there. */
  readonly suspects: readonly NameFact[]
  /** The ids of the records that have a suspect name, or whose id a suspect refers to. */
  readonly definitions: readonly NameFact[]
}

/** The names of all facts, as hashes of 64 bits with the numbers of the facts. Few facts are needed again. */
export class NameFacts {
  private readonly definitions = new NameList()
  private readonly references = new NameList()
  /** The names of undecided records, which are no facts. They have negative numbers. */
  private readonly decided: NameFact[] = []

  constructor(private readonly hasher: NameHasher) {}

  /**
   * @param path that of the tag that it means
   * @param number that of the fact
   */
  add({ kind, id, entry }: NameFact, path: string, number: number): void {
    const names = kind === 'definition' ? this.definitions : this.references
    names.push(this.hasher.of({ path, id }), number, entry)
  }

  /** Adds a name of an undecided record. */
  addDecided(name: NameFact): void {
    this.add(name, `${name.domain}.${name.tag}`, -this.decided.push(name))
  }

  /** Finds the names that may have problems, when all are added. */
  async suspects(registry: Registry, factsAt: FactsAt): Promise<SuspectNames> {
    const table = new NameTable(() => 0)
    table.add(0, this.definitions.taken(), this.references.taken())
    const numbers = new Set(Array.from(table.suspects(), ({ byte }) => byte))
    const suspects = await this.namesAt(numbers, factsAt)
    const others = new Set<number>()
    for (const { id } of suspects.filter(({ kind }) => kind === 'reference'))
      for (const { nameOfRecords } of registry.tags.values())
        for (const { byte } of table.recordsOf(this.hasher.of({ path: nameOfRecords.path, id }))?.places(Infinity) ??
          [])
          if (!numbers.has(byte)) others.add(byte)
    const definitions = [
      ...suspects.filter(({ kind }) => kind === 'definition'),
      ...(await this.namesAt(others, factsAt)),
    ]
    return { suspects, definitions }
  }

  private async namesAt(numbers: ReadonlySet<number>, factsAt: FactsAt): Promise<NameFact[]> {
    const written = new Set([...numbers].filter(number => number >= 0))
    const facts = written.size === 0 ? [] : [...(await factsAt(written)).values()]
    return [...facts.filter(isName), ...this.decided.filter((_, index) => numbers.has(-1 - index))]
  }
}

/** The name of the record that a fact means. */
export const recordNameOf = ({ domain, tag, id }: NameFact): RecordName =>
  recordName({ path: `${domain}.${tag}`, domain, tag }, id)

/** The path of the tag of a record with an identity. */
export const pathOfRecord = (identity: string): string => identity.slice(0, identity.indexOf(' '))
