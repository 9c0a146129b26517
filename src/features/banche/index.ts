export { bancheState, loadBanche } from './banche-state.ts'
