import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files at once. Vitest's own default leaves one core out, which on two cores is half of the machine. */
const WORKERS = 2

/** Short files that take long. */
const LONG = /tests\/(faults\/|e2e\/(due-dispositivi|gradini|simulazione-tardi)|server\/(cli\/process|core\/kill))/

/** What takes long begins first: without figures of a run before, the size of a file tells its turn, and the last one runs alone. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

// Browser journeys live in tests/e2e and have their own project: they need one built app and one browser.
export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles: ['tests/seme.ts'],
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', 'tests/server/**', 'tests/faults/*.browser.test.ts'],
          environment: 'node',
          maxWorkers: WORKERS,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          setupFiles: ['tests/seme.ts'],
          include: ['tests/server/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/server/setup.ts'],
          maxWorkers: WORKERS,
          testTimeout: 30_000,
          sequence: { groupOrder: 1 },
          hookTimeout: 60_000,
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
          maxWorkers: 3,
          isolate: false,
          sequence: { groupOrder: 2 },
          testTimeout: 240_000,
          hookTimeout: 180_000,
          // As patient as the waits of a browser (tests/e2e/aiuti.ts).
          expect: { poll: { timeout: 75_000 } },
        },
      },
    ],
  },
})
