import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['{shared,server,client}/**/*.test.ts', 'test/*.test.ts', 'syntaxes/*.test.ts', 'descriptors/*.test.ts'] } },
      { test: { name: 'protocol', include: ['test/protocol/*.test.ts'], testTimeout: 30_000 } },
    ],
  },
})
