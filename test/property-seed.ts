// Property tests try the same values in every run, so that a failure can be repeated. With another whole number in
// RECLINE_SEED they try others.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.RECLINE_SEED ?? 1) })
