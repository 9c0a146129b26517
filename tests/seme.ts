import fc from 'fast-check'

/**
 * Seed of a property: `usual` in each run by day, so that a commit is green or red and not by chance; another each night.
 * `SEME` repeats one.
 */
export const seedOf = (usual: number): number =>
  Number(process.env.SEME ?? (process.env.NOTTE ? Math.floor(Date.now() / 1_000) : usual))

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seedOf(20_261_121) })
