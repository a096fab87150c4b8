import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    provide: { isUpdating: process.argv.includes('--update') || process.argv.includes('-u') },
    // Vitest leaves one core free by default, which would double the time on a machine with two.
    maxWorkers: '100%',
    projects: [
      // The unit tests change nothing outside themselves, so that they can share what they import.
      {
        test: {
          name: 'unit',
          testTimeout: 60_000,
          pool: 'threads',
          isolate: false,
          setupFiles: ['test/property-values.ts'],
          include: ['{shared,library,server,cli,client,playground}/**/*.test.ts'],
          exclude: ['**/*.growth.test.ts'],
        },
      },
      // What several parts do together, the grammars, the documentation, and files that are generated.
      {
        test: {
          name: 'whole',
          testTimeout: 60_000,
          pool: 'threads',
          isolate: false,
          setupFiles: ['test/property-values.ts'],
          include: ['{test,test/fuzz,syntaxes,descriptors}/*.test.ts'],
          exclude: ['**/*.growth.test.ts'],
        },
      },
      // How the number of steps grows with the input. V8 counts the steps of code that it loads later than the setup.
      {
        test: {
          name: 'growth',
          testTimeout: 60_000,
          pool: 'threads',
          include: ['{shared,server,cli,test}/**/*.growth.test.ts'],
          setupFiles: ['test/property-values.ts', 'test/count-steps.ts'],
        },
      },
      // Random texts, which scripts/fuzz.mjs asks for.
      {
        test: { name: 'fuzz', include: ['test/fuzz/fuzz.ts'], testTimeout: 0, pool: 'threads' },
      },
      // Other editors than VS Code, which scripts/editor/text-editors.mjs installs.
      {
        test: {
          name: 'editors',
          include: ['test/editors/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          setupFiles: ['test/property-values.ts'],
        },
      },
      // Other clients of the server for agents, which scripts/agent-clients.mjs installs.
      {
        test: {
          name: 'agents',
          include: ['test/agents/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      // What installs Recline, with packages from the registry of npm.
      {
        test: {
          name: 'install',
          include: ['test/install/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'protocol',
          include: ['test/protocol/*.test.ts'],
          exclude: ['**/*.long.test.ts'],
          testTimeout: 120_000,
          // The command line runs in the process of the test, with a working folder of its own: threads have none.
          pool: 'forks',
          isolate: false,
          setupFiles: ['test/property-values.ts'],
        },
      },
      // What takes long even once, which only `npm run test:all` runs.
      {
        test: {
          name: 'long',
          include: ['test/protocol/*.long.test.ts'],
          testTimeout: 300_000,
          setupFiles: ['test/property-values.ts'],
        },
      },
    ],
  },
})
