/** What the other slices may use of the banks. */
export { startSeduta } from './banca-state.ts'
export { bancheState, findBanca, loadBanche } from './banche-state.ts'
