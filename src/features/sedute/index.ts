/** Exports of the sittings that other slices may use. */
export { SedutaGate, useSedutaAddress } from './parts/SedutaGate.tsx'
