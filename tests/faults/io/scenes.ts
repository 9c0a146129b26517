// Bundled and run in Node by tests/faults/full-disk.test.ts: its scenes, in one bundle.
export { answerOn, dieYoung } from './ceaseless.ts'
export { fillDisk } from './full-disk.ts'
export { MOLTE, mendCut, mendFull, openWithoutPlaces, RISPOSTE, reopenFull } from './reopen.ts'
