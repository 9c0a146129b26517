import * as z from 'zod/mini'
import { isRealDate } from '#rules/dates'
import { call, idSimulazione } from './call.ts'
import { gettonate } from './gettonate.ts'
import { esitoEventi, eventiInviati, paginaEventi } from './giornale.ts'
import {
  intQuery,
  modalita,
  pushResult,
  RISPOSTE_PER_PUSH,
  rispostePercorsoScaricate,
  risposteScaricate,
  yesNoQuery,
} from './schemas.ts'
import {
  classifica,
  codiceSfida,
  esitiSimulazione,
  esitoInviato,
  esitoSimulazione,
  gettone,
  rispostaSimulazione,
  risposteTenute,
  segnaposto,
  sfida,
  sospensione,
} from './simulazioni.ts'

/** An instant with its offset, or nothing. */
const since = z.string().check(
  z.maxLength(40),
  z.refine((text) => text === '' || isRealDate(text)),
)

/** Calls of the reporting service (spec §7): records, simulations, ranking, challenges. */
const pushOf = <const P extends string>(percorso: P, sommario: string) =>
  call({
    metodo: 'PUT',
    percorso,
    accesso: 'sessione',
    orologio: true,
    query: z.object({ incrementa_contatore: z.optional(yesNoQuery) }),
    corpo: z.array(z.unknown()).check(z.minLength(1), z.maxLength(RISPOSTE_PER_PUSH)),
    risposta: pushResult,
    senzaCorpo: [204],
    sommario,
  })

export const REPORTISTICA = {
  risposte_concorso: call({
    metodo: 'GET',
    percorso: '/ms_reportistica/risposte_concorso',
    accesso: 'sessione',
    query: z.object({
      modalita: z.optional(modalita),
      id_concorso: intQuery,
      data: z.optional(since),
      cursore: z.optional(intQuery),
    }),
    risposta: risposteScaricate,
    sommario: 'Answer records of a bank; from the cursor when one is given',
  }),
  invia_risposte_concorso: pushOf(
    '/ms_reportistica/risposte_concorso',
    'Stores answer records; a bad record is refused by name, the others are kept',
  ),
  risposte_percorso: call({
    metodo: 'GET',
    percorso: '/ms_reportistica/risposte_percorso',
    accesso: 'sessione',
    query: z.object({
      modalita: z.optional(modalita),
      id_argomento: intQuery,
      data: z.optional(since),
      cursore: z.optional(intQuery),
    }),
    risposta: rispostePercorsoScaricate,
    sommario: 'Answer records of a path; from the cursor when one is given',
  }),
  invia_risposte_percorso: pushOf(
    '/ms_reportistica/risposte_percorso',
    'Stores answer records of a path; a bad record is refused by name, the others are kept',
  ),
  eventi: call({
    metodo: 'GET',
    percorso: '/ms_reportistica/eventi',
    accesso: 'sessione',
    /** `aperte`: sittings under way too, which older clients cannot read. */
    query: z.object({ cursore: intQuery, aperte: z.optional(yesNoQuery) }),
    risposta: paginaEventi,
    sommario: 'Events of the account from a place of its journal on, whichever device sent them',
  }),
  invia_eventi: call({
    metodo: 'PUT',
    percorso: '/ms_reportistica/eventi',
    accesso: 'sessione',
    orologio: true,
    corpo: eventiInviati,
    gzip: true,
    risposta: esitoEventi,
    sommario: 'Keeps events; each is kept once, a bad one is refused by name',
  }),
  risposte_simulazione: call({
    metodo: 'GET',
    percorso: '/ms_reportistica/risposte_simulazione',
    accesso: 'sessione',
    query: idSimulazione,
    risposta: risposteTenute,
    sommario: 'Answers of the last sitting of a simulation',
  }),
  invia_risposte_simulazione: call({
    metodo: 'PUT',
    percorso: '/ms_reportistica/risposte_simulazione',
    accesso: 'sessione',
    orologio: true,
    query: z.object({ gettone: z.optional(gettone), incrementa_contatore: z.optional(yesNoQuery), ...segnaposto }),
    corpo: z.array(rispostaSimulazione).check(z.maxLength(1_000)),
    risposta: null,
    sommario:
      'Stores answers of a simulation under way; without a ticket, of the one that the account has open of `id_simulazione`',
  }),
  sospendi_simulazione: call({
    metodo: 'PUT',
    percorso: '/ms_reportistica/sospendi_simulazione',
    accesso: 'sessione',
    orologio: true,
    query: z.object({ gettone, pausa: yesNoQuery }),
    risposta: sospensione,
    sommario: 'Pauses a simulation under way, or goes on with it, where its rules allow a pause (D25)',
  }),
  classifica: call({
    metodo: 'GET',
    percorso: '/ms_reportistica/classifica',
    accesso: 'sessione',
    query: idSimulazione,
    risposta: classifica,
    sommario: 'Ranking of a simulation',
  }),
  esiti_simulazione: call({
    metodo: 'GET',
    percorso: '/ms_reportistica/esiti_simulazione',
    accesso: 'sessione',
    query: idSimulazione,
    risposta: esitiSimulazione,
    sommario: 'The last five outcomes of a simulation and their mean',
  }),
  invia_esiti_simulazione: call({
    metodo: 'PUT',
    percorso: '/ms_reportistica/esiti_simulazione',
    accesso: 'sessione',
    orologio: true,
    query: idSimulazione,
    corpo: esitoInviato,
    risposta: esitoSimulazione,
    sommario: 'Delivers a simulation, without a ticket the last one begun; the score is counted again from its answers',
  }),
  crea_sfida: call({
    metodo: 'POST',
    percorso: '/ms_reportistica/sfida',
    accesso: 'sessione',
    corpo: z.object({ gettone }),
    risposta: z.object({ codice: codiceSfida }),
    sommario: 'A link for others to sit the same draw',
  }),
  sfida: call({
    metodo: 'GET',
    percorso: '/ms_reportistica/sfida',
    accesso: 'sessione',
    query: z.object({ codice: codiceSfida }),
    risposta: sfida,
    sommario: 'A challenge and, once delivered, its comparison',
  }),
  dettaglio_risposte_gettonate: call({
    metodo: 'GET',
    percorso: '/ms_reportistica/dettaglio_risposte_gettonate',
    accesso: 'sessione',
    query: z.object({
      id_domanda: intQuery.check(z.positive()),
      /** Exactly one of the two: the bank of the question, or its path. */
      id_concorso: z.optional(intQuery),
      id_argomento: z.optional(intQuery),
    }),
    risposta: gettonate,
    sommario: 'What the others answered, by printed position; nothing below twenty people',
  }),
} as const
