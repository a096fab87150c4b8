import { once } from '../../basics/once.ts'
import type { ConfiguredRule, RuleDescriptor, RuleSettings } from '../../domains/descriptor.ts'
import type { FileContext } from '../../domains/domains-in-force.ts'
import { localTemplate } from '../../domains/localize.ts'
import {
  type FieldDefinition,
  fieldOf,
  isKindOf,
  type Registry,
  type Tag,
  withoutExtendedTags,
} from '../../domains/registry.ts'
import type { StepBudget } from '../../domains/rule-budget.ts'
import { isNeverTrue } from '../../expression/check/never-true.ts'
import {
  compiled,
  followsReferences,
  type OwnCondition,
  ownStart,
  type ReadExpression,
  type Reads,
  readCondition,
  readExpression,
  readsOf,
} from '../../expression/expression.ts'
import type { Evaluate, Frame } from '../../expression/run/frame.ts'
import { type MessageTemplate, readMessage, textsInBraces } from '../../expression/run/message.ts'
import type { Timestamp } from '../../expression/run/values.ts'
import type { Severity } from '../rule.ts'
import { ruleCode } from './rule-settings.ts'

/** A rule of a descriptor or of a configuration that runs. */
export interface DeclaredRule {
  readonly rule: RuleDescriptor
  readonly code: string
  readonly severity: Severity
  readonly tag: Tag
  /** What its expression reads. */
  readonly reads: Reads
  /** What its expression, its message and its fix read together. */
  readonly needs: Reads
  readonly evaluate: Evaluate
  /** The start of its expression as `ownStart` has it, if it reads other records. */
  readonly ownStart: OwnCondition | undefined
  readonly message: MessageTemplate
  /** The new values of fields for its quick fix. */
  readonly fix: readonly { readonly field: FieldDefinition; readonly evaluate: Evaluate }[]
}

/** The declared rules that run on the records of a tag. */
export interface DeclaredRules {
  /** Those that read only the fields of the record itself. */
  readonly own: readonly DeclaredRule[]
  /** Those that read other records too. */
  readonly across: readonly DeclaredRule[]
}

/**
 * The declared rules that run on the records of a tag. They are compiled when they are needed first. A rule with a
 * mistake is a problem of its descriptor or configuration, and does not run. Of rules with the same id the first one
 * runs.
 */
export function declaredRules(tag: Tag, inForce: RulesInForce): DeclaredRules {
  const { registry, ruleSettings = noSettings } = inForce
  if (!tag.descriptor.rules && ruleSettings.rules.length === 0) return noRules
  const byTag = rulesByTag(inForce)
  return byTag.get(tag) ?? remembered(byTag, tag, () => compileRules(tag, registry, ruleSettings))
}

/** A function that makes something of the rules in force, once for each registry and settings. */
export function perRules<Made>(make: (context: RulesInForce) => Made): (context: RulesInForce) => Made {
  const made = new WeakMap<Registry, WeakMap<RuleSettings, Made>>()
  /** Most calls are for the same rules as the one before. */
  let latest: { readonly registry: Registry; readonly settings: RuleSettings; readonly made: Made } | undefined
  return context => {
    const { registry, ruleSettings: settings = noSettings } = context
    if (latest?.registry !== registry || latest.settings !== settings) {
      const bySettings = remembered(made, registry, () => new WeakMap<RuleSettings, Made>())
      latest = { registry, settings, made: remembered(bySettings, settings, () => make(context)) }
    }
    return latest.made
  }
}

/** All rules in a run, or in the workspace: those in force here, and those of other files. */
export const allRules = ({ registry, ruleSettings }: RulesInForce): readonly RulesInForce[] => [
  { registry, ...(ruleSettings && { ruleSettings }) },
  ...(ruleSettings?.others ?? []).map(others => ({ registry, ruleSettings: others })),
]

/** What decides which rules run. */
export type RulesInForce = Pick<FileContext, 'registry' | 'ruleSettings' | 'ruleBudget'>

/** The value of a key, which is made when it is asked for first. */
function remembered<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

const noSettings: RuleSettings = { rules: [], severity: {} }
const noRules: DeclaredRules = { own: [], across: [] }
const rulesByTag = perRules(() => new Map<Tag, DeclaredRules>())

/**
 * The owner of the first rule with each id: the path in the names of the records that it is about, or the rule itself
 * if it is of a configuration. Those of descriptors come before those of a configuration. A tag of an extension has the
 * rules of the tag that it extends, maybe changed: they are the same rules.
 */
const ownersById = perRules(({ registry, ruleSettings = noSettings }) => {
  const byId = new Map<string, string | RuleDescriptor>()
  const add = (rule: RuleDescriptor, owner: string | RuleDescriptor): void => {
    if (!byId.has(rule.id)) byId.set(rule.id, owner)
  }
  for (const { descriptor, nameOfRecords } of registry.tags.values())
    for (const rule of descriptor.rules ?? []) add(rule, nameOfRecords.path)
  for (const rule of ruleSettings.rules) add(rule, rule)
  return byId
})

/**
 * The tags that a name can mean: `CONTROL`, `core.compliance.CONTROL`. Of a tag and those that extend it, the name
 * without a domain means the extension.
 */
export function tagsOfRule(name: string, registry: Registry): readonly Tag[] {
  const dot = name.lastIndexOf('.')
  if (dot < 0) return withoutExtendedTags(registry.tagsNamed(name))
  const tag = registry.domainNamed(name.slice(0, dot))?.tags.get(name.slice(dot + 1))
  return tag ? [tag] : []
}

/**
 * Whether a rule of a configuration is about the records of a tag. A name that several domains have means none. A rule
 * about a tag is about the tags that extend it too, and one without a domain about all with the same records.
 */
function isAbout({ tag: name }: ConfiguredRule, tag: Tag, registry: Registry): boolean {
  const [meant, ...others] = tagsOfRule(name, registry)
  if (!meant || others.length > 0) return false
  return isKindOf(tag, meant) || (!name.includes('.') && isKindOf(meant, tag))
}

function compileRules(tag: Tag, registry: Registry, ruleSettings: RuleSettings): DeclaredRules {
  const { rules, severity } = ruleSettings
  const owners = ownersById({ registry, ruleSettings })
  const own = tag.descriptor.rules ?? []
  const all = [
    ...own.filter(
      (rule, index) =>
        owners.get(rule.id) === tag.nameOfRecords.path && own.findIndex(one => one.id === rule.id) === index,
    ),
    ...rules.filter(rule => isAbout(rule, tag, registry) && owners.get(rule.id) === rule),
  ]
  const compile = (some: readonly RuleDescriptor[]): DeclaredRule[] =>
    some.flatMap(rule => {
      const chosen = severity[ruleCode(rule)] ?? rule.severity ?? 'error'
      return chosen === 'off' ? [] : (compileRule(rule, chosen, tag, registry) ?? [])
    })
  const ownRules = once(() => compile(all).filter(({ needs }) => !needs.isAcrossRecords))
  const across = once(() => compile(all.filter(mayReadOthers)).filter(({ needs }) => needs.isAcrossRecords))
  return {
    get own() {
      return ownRules()
    },
    get across() {
      return across()
    },
  }
}

/**
 * Whether a rule can read other records, as far as its syntax tells. Whoever asks for the rules across records asks for
 * those of all tags, and compiling all rules takes long.
 */
const mayReadOthers = ({ expression, message, fix = {} }: RuleDescriptor): boolean =>
  [expression, ...Object.values(fix), ...textsInBraces(message)].some(followsReferences)

/** A rule that is ready to run; undefined if it has a mistake. */
function compileRule(rule: RuleDescriptor, severity: Severity, tag: Tag, registry: Registry): DeclaredRule | undefined {
  const read: ReadExpression = readCondition(
    rule.expression,
    tag,
    registry,
    rule.origin === undefined ? 'rule' : 'inherited rule',
  )
  const evaluate = compiled(read)
  const message = readMessage(rule.message, tag, registry)
  const hasField = rule.field === undefined || fieldOf(tag, rule.field) !== undefined
  if (!evaluate || isNeverTrue(read) || message.problems.length > 0 || !hasField) return undefined
  const newValues = Object.entries(rule.fix ?? {}).map(([name, source]) => ({
    field: fieldOf(tag, name),
    read: readExpression(source, tag, registry),
  }))
  const fix = newValues.flatMap(({ field, read }) => {
    const value = compiled(read)
    return field && value ? { field, evaluate: value } : []
  })
  if (fix.length < newValues.length) return undefined
  const reads = readsOf(read)
  const others = [...message.expressions, ...newValues].map(({ read }) => readsOf(read))
  const needs = together([reads, ...others])
  return {
    rule,
    code: ruleCode(rule),
    severity,
    tag,
    reads,
    needs,
    evaluate,
    ownStart: needs.isAcrossRecords ? ownStart(read) : undefined,
    message: localMessage(message, rule.message, tag, registry),
    fix,
  }
}

/** A message that is said in the language of the reader. `l10n/<language>.json` has those of the built-in domains. */
function localMessage(english: MessageTemplate, source: string, tag: Tag, registry: Registry): MessageTemplate {
  let latest = { source, message: english }
  const textFor: MessageTemplate['textFor'] = frame => {
    const local = localTemplate(source)
    if (local !== latest.source) {
      const message = readMessage(local, tag, registry)
      latest = { source: local, message: message.problems.length > 0 ? english : message }
    }
    return latest.message.textFor(frame)
  }
  return { ...english, textFor }
}

/** What several expressions on the same record read. */
function together(all: readonly Reads[]): Reads {
  const others = new Map<string, Set<FieldDefinition>>()
  for (const reads of all)
    for (const [path, fields] of reads.others) others.set(path, new Set([...(others.get(path) ?? []), ...fields]))
  return {
    own: [...new Set(all.flatMap(({ own }) => own))],
    isAcrossRecords: all.some(({ isAcrossRecords }) => isAcrossRecords),
    named: new Set(all.flatMap(({ named }) => [...named])),
    values: new Set(all.flatMap(({ values }) => [...values])),
    ordered: new Set(all.flatMap(({ ordered }) => [...ordered])),
    readsNow: all.some(({ readsNow }) => readsNow),
    others,
    links: all.flatMap(({ links }) => links),
    hops: Math.max(...all.map(({ hops }) => hops)),
  }
}

/** What `now` means in a context. */
export const nowIn = ({ ruleSettings }: Pick<FileContext, 'ruleSettings'>): Timestamp => ({
  time: ruleSettings?.now ?? Date.now(),
  isDate: false,
})

/**
 * Whether a record breaks a rule. An expression that was stopped counts as broken, so that nothing is hidden; where
 * there is a budget, that tells of it once for all records.
 */
export function isBroken({ evaluate, rule: { id } }: DeclaredRule, frame: Frame, budget?: StepBudget): boolean {
  if (!budget) return evaluate(frame) === false || frame.isExhausted
  if (budget.isStopped(id)) return false
  // Behind the last of these steps, the rule is stopped in any case.
  frame.steps = Math.min(frame.steps, budget.leftFor(id) + 1)
  const before = frame.steps
  const isBroken = evaluate(frame) === false
  return !budget.spend(id, before - frame.steps, frame.isExhausted) && (isBroken || frame.isExhausted)
}
