import wasm from 'vite-plugin-wasm'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files that take long. */
const LONG =
  /tests\/(faults\/|e2e\/(due-dispositivi|gradini|materia-profonda|rotte|simulazione-tardi|viaggi)|server\/(cli\/process|core\/kill)|workers\/(backends\/repair|recovery\/bytes|giornale\/model))/

/**
 * What takes long begins first: without figures of a run before, the size of a file tells its turn, and the last one runs alone.
 * Tiers stay apart, because a process is kept only while the next file is of its own tier.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => `${project.name}${LONG.test(moduleId) ? 0 : 1}`
    return (await super.sort(files)).sort((a, b) => rank(a).localeCompare(rank(b)))
  }
}

/** Counts of the night are larger (`npm run test:notte`). */
const LONGER = process.env.NOTTE === '1' ? 5 : 1

/**
 * Test files share a process (decision 0099), three at once: one of them waits for the database. A limit stops what hangs;
 * on a busy machine it is never met.
 */
const tier = {
  environment: 'node' as const,
  pool: 'forks' as const,
  isolate: false,
  maxWorkers: 3,
  testTimeout: 300_000 * LONGER,
  hookTimeout: 300_000,
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // What a test prints is read when it failed.
    silent: 'passed-only',
    projects: [
      {
        plugins: [wasm()],
        test: {
          ...tier,
          name: 'pure',
          setupFiles: ['tests/seme.ts'],
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/{e2e,server,src,workers,faults}/**'],
        },
      },
      {
        test: {
          ...tier,
          name: 'store',
          // Each file leaves engines behind, whose memory a process can hold only so often.
          isolate: true,
          setupFiles: ['tests/seme.ts'],
          include: ['tests/{workers,faults}/**/*.test.ts'],
          exclude: ['tests/faults/*.browser.test.ts'],
        },
      },
      {
        test: {
          ...tier,
          name: 'page',
          setupFiles: ['tests/seme.ts', 'tests/src/each-file.ts'],
          include: ['tests/src/**/*.test.ts'],
        },
      },
      {
        test: {
          ...tier,
          name: 'server',
          setupFiles: ['tests/seme.ts'],
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/server/setup.ts'],
        },
      },
      {
        test: {
          name: 'e2e',
          setupFiles: ['tests/e2e/referto.ts'],
          include: ['tests/e2e/**/*.test.ts', 'tests/faults/*.browser.test.ts'],
          environment: 'node',
          globalSetup: ['tests/e2e/setup.ts'],
          // Each file has its own devices and accounts, and waits for them more than it works.
          maxWorkers: tier.maxWorkers,
          isolate: false,
          sequence: { groupOrder: 1 },
          testTimeout: 240_000 * LONGER,
          hookTimeout: 180_000,
          // As patient as the waits of a browser (tests/e2e/aiuti.ts).
          expect: { poll: { timeout: 75_000 } },
        },
      },
    ],
  },
})
