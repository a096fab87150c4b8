// Test files share modules, so what ran for the test file before must not count for this one.
const stryker = (globalThis as { __stryker__?: { mutantCoverage?: unknown } }).__stryker__
if (stryker) stryker.mutantCoverage = undefined
