/** What the other slices may use of the sittings. */
export { useSedutaHistory } from './history.ts'
export { preferences } from './preferences.ts'
