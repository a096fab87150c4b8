import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

// The unit tests of the project, in one list: Stryker runs no projects of Vitest.
export default defineConfig({
  test: {
    testTimeout: 60_000,
    pool: 'threads',
    isolate: false,
    setupFiles: [path('../test/property-values.ts'), path('forget-coverage.ts')],
    include: ['shared/**/*.test.ts', 'cli/check/**/*.test.ts'],
    exclude: ['**/*.growth.test.ts'],
  },
})
