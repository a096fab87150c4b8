import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** Tests run until one notices the change: those that noticed the last one go first, and then the quick ones. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const failed = ({ project, moduleId }: TestSpecification): boolean =>
      this.ctx.cache.getFileTestResults(`${project.name}:${relative(this.ctx.config.root, moduleId)}`)?.failed ?? false
    const quick = (await super.sort(files)).reverse()
    return [...quick.filter(failed), ...quick.filter(file => !failed(file))]
  }
}

// The unit tests of the project, in one list: Stryker runs no projects of Vitest.
export default defineConfig({
  test: {
    testTimeout: 60_000,
    pool: 'threads',
    isolate: false,
    sequence: { sequencer: QuickFirst },
    setupFiles: [path('../property-values.ts'), path('forget-coverage.ts'), path('no-long-texts.ts')],
    include: ['{shared,server,cli/check}/**/*.test.ts'],
    exclude: ['**/*.growth.test.ts', '**/any-text.test.ts'],
  },
})
