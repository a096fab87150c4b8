/** The build puts this here; see `scripts/built-from.mjs`. Tests of single files run without a build. */
declare const BUILT_FROM: { readonly commit: string; readonly hasChanges: boolean; readonly web?: string } | undefined

const from = typeof BUILT_FROM === 'undefined' ? undefined : BUILT_FROM

/** The commit that this program was built from, as `--version` names it; undefined if nobody knows. */
export const builtCommit = from && `${from.commit.slice(0, 10)}${from.hasChanges ? ' and changes' : ''}`

/** What npm installs to have this program again; undefined if nobody knows an address of its repository. */
export const builtPackage =
  from?.web === undefined || from.hasChanges ? undefined : `git+${from.web}.git#${from.commit}`
