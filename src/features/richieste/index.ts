export { AskBanca } from './AskBanca.tsx'
export { askText } from './text.ts'
