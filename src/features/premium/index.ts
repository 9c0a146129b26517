export { ProfiloAcquisti } from './ProfiloAcquisti.tsx'
