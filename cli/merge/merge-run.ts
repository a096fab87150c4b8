import type { Favor } from '../../shared/merge/merge-unit.ts'

/** The paths of three versions of a file or folder. */
export interface VersionPaths {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** The sides whose order of records a result can have. */
export const mergeOrders = ['ours', 'theirs'] as const

type MergeOrder = (typeof mergeOrders)[number]

/** How versions are merged. */
export interface MergeRun {
  /** Where the result goes; undefined for standard output. */
  readonly output?: string
  readonly isStrict: boolean
  /** Which side decides about conflicts; without it, they stay. */
  readonly favor?: Favor
  /** Whose order of records the result has where they differ. */
  readonly order: MergeOrder
  readonly markerSize: number
  /** The name of the file in its repository; by default, that of our version. */
  readonly path?: string
  readonly oursLabel: string
  readonly theirsLabel: string
  readonly descriptors: readonly string[]
}

/** The contents of three versions of a file. */
export interface Contents {
  readonly base: Buffer
  readonly ours: Buffer
  readonly theirs: Buffer
}
