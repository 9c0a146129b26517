/** What the other slices may use of the sittings. */
export { SedutaGate, useSedutaAddress } from './parts/SedutaGate.tsx'
