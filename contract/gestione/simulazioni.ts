import * as z from 'zod/mini'
import { intQuery, isoDate, nonNegative, positiveInt } from '../schemas.ts'
import { writtenSimulazione } from '../written-simulazione.ts'
import { consoleCall, giorno } from './call.ts'

const ruoli = ['redattore', 'gestore'] as const
const id_concorso = positiveInt

const simulazioneGestita = z.object({
  id: positiveInt,
  descrizione: z.string(),
  id_concorso,
  concorso: z.string(),
  domande: nonNegative,
  durata: z.string(),
  /** First and last instant to begin; a scheduled simulation has a future first one. */
  apertura: isoDate,
  scadenza: z.nullable(isoDate),
  attiva: z.boolean(),
  /** Accounts that began the simulation. */
  persone: nonNegative,
})
export type SimulazioneGestita = z.infer<typeof simulazioneGestita>

/** `domande`: valid ones with a key, which three numbers can score. */
const materiaComponibile = z.object({ id_materia: positiveInt, materia: z.string(), domande: nonNegative })
export type MateriaComponibile = z.infer<typeof materiaComponibile>

/** Simulation of a bank, as a file of the command holds it. */
const documento = z.object({ id_concorso, simulazione: writtenSimulazione })

const campione = z.object({
  posto: positiveInt,
  materia: z.nullable(z.string()),
  testo: z.string(),
  risposte: z.array(z.string()),
})
export type CampioneSimulazione = z.infer<typeof campione>

/** Official simulations: composed by rules, published, scheduled, closed, withdrawn. */
export const SIMULAZIONI_GESTITE = {
  simulazioni_gestite: consoleCall({
    metodo: 'GET',
    percorso: '/simulazioni',
    prova: 'sessione',
    ruoli,
    risposta: z.object({ elementi: z.array(simulazioneGestita), totale: nonNegative }),
    sommario: 'Official simulations, the newest first, withdrawn and scheduled ones too',
  }),
  materie_componibili: consoleCall({
    metodo: 'GET',
    percorso: '/simulazioni/materie',
    prova: 'sessione',
    ruoli,
    query: z.object({ id_concorso: intQuery }),
    risposta: z.object({ concorso: z.string(), materie: z.array(materiaComponibile) }),
    sommario: 'Subjects of a bank, each with how many questions may be drawn',
  }),
  prova_simulazione: consoleCall({
    metodo: 'POST',
    percorso: '/simulazioni/prova',
    prova: 'sessione',
    ruoli,
    corpo: documento,
    risposta: z.object({ difetti: z.array(z.string()), domande: nonNegative, campione: z.array(campione) }),
    sommario: 'What publishing would draw, with the first question of each subject, or why it cannot; writes nothing',
  }),
  pubblica_simulazione: consoleCall({
    metodo: 'POST',
    percorso: '/simulazioni',
    prova: 'sessione',
    ruoli,
    atto: 'intero',
    corpo: documento,
    risposta: z.object({ id: positiveInt }),
    sommario: 'Publishes a simulation, from now or from its first day, as the command does',
  }),
  cambia_simulazione: consoleCall({
    metodo: 'POST',
    percorso: '/simulazioni/stato',
    prova: 'sessione',
    ruoli,
    atto: 'intero',
    corpo: z.object({
      id: positiveInt,
      azione: z.enum(['chiudi', 'ritira', 'riapri']),
      /** Last day to begin. */
      fino: z.optional(giorno),
    }),
    risposta: null,
    sommario: 'Closes, withdraws or reopens a simulation; who has begun goes on',
  }),
} as const
