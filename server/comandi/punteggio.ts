import { readFile } from 'node:fs/promises'
import type { ZodMiniType } from 'zod/mini'
import { DOMANDE_MASSIME, type ProvaScritta, provaScritta, regolamentoScritto } from '#contract/regolamento'
import { isFraIPrimi, posizioneFra } from '#rules/classifica'
import { assignSezioni } from '#rules/regolamento/assegna'
import { checkRegolamento, type DifettoRegolamento, millesimi } from '#rules/regolamento/leggi'
import { type DomandaProva, type Punteggio, scoreProva } from '#rules/regolamento/punteggio'
import type { Difficolta, Regolamento, RegolamentoScritto } from '#rules/regolamento/tipi'
import { type Ambiente, type Codice, FATTO, Impossibile, UsoErrato } from './uscita.ts'

export const OPZIONI = { regole: { type: 'string' }, risposte: { type: 'string' }, json: { type: 'boolean' } } as const

const DIFETTI: Record<DifettoRegolamento['difetto'], string> = {
  decimali: 'i punti hanno al massimo tre decimali',
  durata: 'la durata è HH:MM:SS, maggiore di zero e al massimo un giorno',
  terna: 'servono tre valori: facile, media, difficile',
  quote: 'i conti dei quesiti non tornano',
  vuoto: 'serve almeno una sezione',
  negativo: 'deve essere maggiore di zero',
  incompleto: 'posti e multiplo vanno insieme',
  ripetuto: 'detto due volte',
  tempi: 'manca: se una sezione ha la sua durata, la hanno tutte',
}

/** A JSON document of a shape; what is wrong is named. */
export async function readJson<T>(file: string, schema: ZodMiniType<T>): Promise<T> {
  const testo = await readFile(file, 'utf8').catch((errore: Error) => {
    throw new Impossibile(`${file} non si legge (${errore.message})`)
  })
  let valore: unknown
  try {
    valore = JSON.parse(testo)
  } catch (errore) {
    throw new Impossibile(`${file} non è JSON (${(errore as Error).message})`)
  }
  const letto = schema.safeParse(valore)
  if (letto.success) return letto.data
  const [primo] = letto.error.issues
  throw new Impossibile(`${file}: ${primo?.path.join('.') || 'documento'}: ${primo?.message ?? 'forma errata'}`)
}

/** Rules whose document makes sense; every contradiction in words otherwise. */
export function checkRegole(file: string, scritto: RegolamentoScritto): Regolamento {
  const letto = checkRegolamento(scritto)
  if (letto.ok) return letto.regolamento
  throw new Impossibile(`${file}: ${letto.difetti.map((d) => `${d.campo}: ${DIFETTI[d.difetto]}`).join('; ')}`)
}

const punti = (n: number, dove: string): number => {
  const m = millesimi(n)
  if (m === null) throw new Impossibile(`${dove}: ${DIFETTI.decimali}`)
  return m
}

/** Each question apart: those written once for many are repeated. */
function readDomande(scritte: ProvaScritta['domande']) {
  const tutte = scritte.reduce((n, { volte = 1 }) => n + volte, 0)
  if (tutte > DOMANDE_MASSIME) throw new Impossibile(`i quesiti sono ${tutte}, al massimo ${DOMANDE_MASSIME}`)
  return scritte.flatMap(({ volte = 1, ...d }) => Array.from({ length: volte }, () => d))
}

function readProva(regole: Regolamento, { domande: scritte, altri_punteggi }: ProvaScritta) {
  const domande = readDomande(scritte)
  const attese = regole.sezioni.map((s) => s.domande)
  const somma = attese.reduce<number>((n, d) => n + (d ?? 0), 0)
  if (attese.every((d) => d !== null) && somma !== domande.length)
    throw new Impossibile(`le sezioni chiedono ${somma} quesiti e le risposte ne hanno ${domande.length}`)
  const posti = assignSezioni(regole, domande)
  return {
    domande: domande.map((d, i): DomandaProva => {
      const sezione = posti[i] ?? null
      if (sezione === null) throw new Impossibile(`domande.${i}: non si capisce a quale sezione appartiene`)
      return {
        sezione,
        corretta: d.corretta ?? null,
        punti: d.punti?.map((p, k) => punti(p, `domande.${i}.punti.${k}`)) ?? null,
        difficolta: (d.difficolta as Difficolta | undefined) ?? null,
      }
    }),
    segni: domande.map(({ risposta }) => (risposta == null ? [] : [...new Set([risposta].flat())])),
    altri: altri_punteggi?.map((p, i) => punti(p, `altri_punteggi.${i}`)) ?? null,
  }
}

/** Points as people read them. */
const decimali = (n: number) => n / 1000

function describe(p: Punteggio, regole: Regolamento, altri: readonly number[] | null) {
  const { primi, pari_merito } = regole.ammissione
  const maggiori = altri?.filter((x) => x > p.punti).length ?? 0
  const pari = 1 + (altri?.filter((x) => x === p.punti).length ?? 0)
  const decided = altri !== null && p.esito === 'in_graduatoria' && primi !== null
  const ammesso = decided && isFraIPrimi({ maggiori, pari }, { primi, pari_merito })
  const conto = (c: Omit<Punteggio, 'base' | 'sezioni' | 'soglie' | 'esito' | 'in_scala'>) => ({
    corrette: c.corrette,
    errate: c.errate,
    intermedie: c.intermedie,
    omesse: c.omesse,
    non_valutate: c.non_valutate,
    persi: {
      errate: decimali(c.persi_errate),
      intermedie: decimali(c.persi_intermedie),
      omesse: decimali(c.persi_omesse),
    },
  })
  return {
    totale: decimali(p.punti),
    massimo: decimali(regole.massimo ?? p.massimo),
    ...(p.in_scala === null ? {} : { in_scala: decimali(p.in_scala) }),
    ...conto(p),
    sezioni: p.sezioni.map((s) => ({
      nome: s.nome,
      punti: decimali(s.punti),
      massimo: decimali(s.massimo),
      ...conto(s),
    })),
    soglie: p.soglie.map((s) => ({ ...s, minimo: decimali(s.minimo), ottenuto: decimali(s.ottenuto) })),
    ...(altri === null ? {} : { posizione: posizioneFra(altri, p.punti), partecipanti: altri.length + 1 }),
    esito: decided ? (ammesso ? 'superata' : 'non_superata') : p.esito,
  }
}

const ESITI = {
  superata: 'prova superata',
  non_superata: 'prova non superata',
  in_graduatoria: 'soglie superate: decide la graduatoria',
  senza_soglia: 'nessuna soglia da superare',
}

const it = new Intl.NumberFormat('it', { maximumFractionDigits: 3 })

/** `punteggio --regole R --risposte S [--json]`: scores a trial by a call's rules, with the code of the simulator (D23). */
export async function punteggio(
  altri: string[],
  { regole, risposte, json }: { regole?: string; risposte?: string; json?: boolean },
  { out }: Pick<Ambiente, 'out'>,
): Promise<Codice> {
  if (altri.length > 0 || !regole || !risposte) throw new UsoErrato('punteggio vuole --regole FILE e --risposte FILE')
  const regolamento = checkRegole(regole, await readJson(regole, regolamentoScritto))
  const prova = readProva(regolamento, await readJson(risposte, provaScritta))
  const esito = describe(scoreProva(regolamento, prova.domande, prova.segni), regolamento, prova.altri)
  if (json) {
    out(JSON.stringify(esito))
    return FATTO
  }
  out(`Punteggio ${it.format(esito.totale)} su ${it.format(esito.massimo)}: ${ESITI[esito.esito]}`)
  if (esito.in_scala !== undefined) out(`In scala: ${it.format(esito.in_scala)}`)
  out(`Corrette ${esito.corrette}, errate ${esito.errate}, intermedie ${esito.intermedie}, omesse ${esito.omesse}`)
  if (esito.non_valutate > 0) out(`Senza chiave, non valgono per nessuno: ${esito.non_valutate}`)
  out(
    `Punti persi: ${it.format(esito.persi.errate)} con gli errori, ${it.format(esito.persi.intermedie)} con le intermedie, ${it.format(esito.persi.omesse)} con le omesse`,
  )
  if (esito.sezioni.length > 1)
    for (const s of esito.sezioni) out(`  ${s.nome}: ${it.format(s.punti)} su ${it.format(s.massimo)}`)
  for (const s of esito.soglie)
    out(`Soglia ${s.sezione ?? 'totale'} ${it.format(s.minimo)}: ${s.superata ? 'superata' : 'non superata'}`)
  if (esito.posizione !== undefined) out(`Posizione ${esito.posizione} su ${esito.partecipanti}`)
  return FATTO
}
