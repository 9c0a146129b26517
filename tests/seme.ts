import fc from 'fast-check'

/** Seed of every property test: the same in each run, so that a commit is green or red and not by chance. `SEME` explores. */
const seme = Number(process.env.SEME ?? 20_261_121)
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seme })
