// The parts of two packages that ajv-lines.mjs uses. They are installed with the benchmark's other packages, not with
// the project's.

declare module 'ajv' {
  interface Validate {
    (value: unknown): boolean
    errors: readonly { readonly instancePath: string; readonly message: string }[]
  }

  export default class Ajv {
    constructor(options: { readonly allErrors: boolean; readonly discriminator: boolean })
    compile(schema: object): Validate
  }
}

declare module 'ajv-formats' {
  export default function addFormats(ajv: import('ajv').default): void
}
