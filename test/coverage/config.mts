import { fileURLToPath } from 'node:url'
import { mergeConfig } from 'vitest/config'
import project from '../../vitest.config.mts'

const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

export default mergeConfig(project, {
  test: {
    coverage: {
      enabled: true,
      provider: 'custom',
      customProviderModule: path('node_modules/@vitest/coverage-v8/dist/index.js'),
      reportsDirectory: path('../../dist/coverage'),
      reporter: ['json-summary', 'html'],
      include: ['{shared,server,cli,client}/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.d.ts'],
    },
  },
})
