import { gestoriConcorso } from './concorso/gestori.ts'
import type { Gestori } from './gestore.ts'
import { gestoriReportistica } from './reportistica/gestori.ts'
import { gestoriSimulazioni } from './simulazioni/gestori.ts'
import { gestoriUtente } from './utente/gestori.ts'

/** One handler per call that is built: a call of the contract that turns `pronta` without its handler does not compile. */
export const gestori: Gestori = { ...gestoriUtente, ...gestoriConcorso, ...gestoriReportistica, ...gestoriSimulazioni }
