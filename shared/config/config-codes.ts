import type { ProblemCode } from '../check/rule.ts'

/** The codes of the problems of a `recline.json`. */
export const configCodes = {
  json: {
    code: 'config-json',
    severity: 'error',
    summary: 'The `recline.json` is not JSON.',
  },
  schema: {
    code: 'config-schema',
    severity: 'error',
    summary: 'A value in the `recline.json` has a wrong type or form.',
  },
  unknown: {
    code: 'config-unknown',
    severity: 'warning',
    summary: 'The `recline.json` has a key, a problem code or a role that does not exist.',
  },
  domain: {
    code: 'config-domain',
    severity: 'warning',
    summary:
      'The `recline.json` names a domain that does not exist, or lets one stand for a domain that it does not extend.',
  },
  expression: {
    code: 'config-expression',
    severity: 'error',
    summary:
      'The expression of a rule in the `recline.json` is wrong, or the rule names a tag or field that does not exist.',
  },
  example: {
    code: 'config-example',
    severity: 'warning',
    summary: 'An example of a rule in the `recline.json` shows the opposite of what it says.',
  },
  glob: {
    code: 'config-glob',
    severity: 'error',
    summary: 'A glob in the `recline.json` leads out of its folder or repository, or has a form that is not allowed.',
  },
  version: {
    code: 'config-version',
    severity: 'error',
    summary: 'The `recline.json` needs another version of Recline, or of a domain.',
  },
  dependency: {
    code: 'config-dependency',
    severity: 'error',
    summary: 'A domain that the `recline.json` depends on is missing or changed, or its source cannot be used.',
  },
  localSource: {
    code: 'config-local-source',
    severity: 'warning',
    summary: 'A source in the `recline.json` is a path of one machine.',
  },
  extends: {
    code: 'config-extends',
    severity: 'error',
    summary: 'A configuration that the `recline.json` extends cannot be used.',
  },
} as const satisfies Record<string, ProblemCode>
