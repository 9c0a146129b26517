import { MAX_DOMANDE, type WrittenProva } from '#contract/regolamento'
import { isAmongTop, posizioneAmong } from '#rules/classifica'
import { assignSezioni } from '#rules/regolamento/assign'
import { type DomandaProva, type Punteggio, scoreProva } from '#rules/regolamento/punteggio'
import { millesimi } from '#rules/regolamento/read'
import type { Difficolta, Regolamento } from '#rules/regolamento/types'
import { Impossible } from '../impossible.ts'

const punti = (n: number, where: string): number => {
  const m = millesimi(n)
  if (m === null) throw new Impossible(`${where}: i punti hanno al massimo tre decimali`)
  return m
}

/** Repeats each question that was written once for many. */
function readDomande(scritte: WrittenProva['domande']) {
  const all = scritte.reduce((n, { volte: times = 1 }) => n + times, 0)
  if (all > MAX_DOMANDE) throw new Impossible(`i quesiti sono ${all}, al massimo ${MAX_DOMANDE}`)
  return scritte.flatMap(({ volte: times = 1, ...d }) => Array.from({ length: times }, () => d))
}

function readProva(regole: Regolamento, { domande: scritte, altri_punteggi }: WrittenProva) {
  const domande = readDomande(scritte)
  const waiting = regole.sezioni.map((s) => s.domande)
  const sum = waiting.reduce<number>((n, d) => n + (d ?? 0), 0)
  if (waiting.every((d) => d !== null) && sum !== domande.length)
    throw new Impossible(`le sezioni chiedono ${sum} quesiti e le risposte ne hanno ${domande.length}`)
  const slots = assignSezioni(regole, domande)
  return {
    domande: domande.map((d, i): DomandaProva => {
      const sezione = slots[i] ?? null
      if (sezione === null) throw new Impossible(`domande.${i}: non si capisce a quale sezione appartiene`)
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

/** Returns points as decimals. */
const decimals = (n: number) => n / 1000

function describe(p: Punteggio, regole: Regolamento, others: readonly number[] | null) {
  const { primi: firsts, pari_merito } = regole.ammissione
  const maggiori = others?.filter((x) => x > p.punti).length ?? 0
  const pari = 1 + (others?.filter((x) => x === p.punti).length ?? 0)
  const decided = others !== null && p.esito === 'in_graduatoria' && firsts !== null
  const admitted = decided && isAmongTop({ maggiori, pari }, { primi: firsts, pari_merito })
  const account = (c: Omit<Punteggio, 'base' | 'sezioni' | 'soglie' | 'esito' | 'in_scala'>) => ({
    corrette: c.corrette,
    errate: c.errate,
    intermedie: c.intermedie,
    omesse: c.omesse,
    non_valutate: c.non_valutate,
    persi: {
      errate: decimals(c.persi_errate),
      intermedie: decimals(c.persi_intermedie),
      omesse: decimals(c.persi_omesse),
    },
  })
  return {
    totale: decimals(p.punti),
    massimo: decimals(regole.massimo ?? p.massimo),
    ...(p.in_scala === null ? {} : { in_scala: decimals(p.in_scala) }),
    ...account(p),
    sezioni: p.sezioni.map((s) => ({
      nome: s.nome,
      punti: decimals(s.punti),
      massimo: decimals(s.massimo),
      ...account(s),
    })),
    soglie: p.soglie.map((s) => ({ ...s, minimo: decimals(s.minimo), ottenuto: decimals(s.ottenuto) })),
    ...(others === null ? {} : { posizione: posizioneAmong(others, p.punti), partecipanti: others.length + 1 }),
    esito: decided ? (admitted ? 'superata' : 'non_superata') : p.esito,
  }
}

/**
 * Scores a whole trial by a call's rules, with the simulator's code (D23). Throws Impossible when the two do not fit.
 */
export function scoreDocument(regolamento: Regolamento, written: WrittenProva) {
  const prova = readProva(regolamento, written)
  return describe(scoreProva(regolamento, prova.domande, prova.segni), regolamento, prova.altri)
}
