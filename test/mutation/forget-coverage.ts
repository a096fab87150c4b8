// Test files share modules, so what ran for the test file before must not count for this one. The modules keep the
// object, which has to be emptied.
type Coverage = { static: object; perTest: object }

const { mutantCoverage } = (globalThis as { __stryker__?: { mutantCoverage?: Coverage } }).__stryker__ ?? {}
if (mutantCoverage) Object.assign(mutantCoverage, { static: {}, perTest: {} })
