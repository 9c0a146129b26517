import * as z from 'zod/mini'

/** A text that a person reads: never empty, at most `max` characters. */
const testo = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
const slug = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(60))
/** Points with at most three decimals, because scores are kept in whole thousandths. */
const punti = z
  .number()
  .check(z.refine((n) => Math.abs(n * 1000 - Math.round(n * 1000)) < 1e-6, 'al massimo tre decimali'))

/** Stable name of a question over every bank, e.g. `cost-001`: levels and favourites hang on it, so it never changes. */
const idDomandaContenuto = z.string().check(z.regex(/^[a-z]+-\d{3,}$/))

/** Levels of a topic path (spec §5). */
export const LIVELLI_ARGOMENTO = 7

/** A topic path id: numbers of sub-paths from the first level down, always seven parts, the unused ones empty (spec §5). */
const percorsoArgomento = z.string().check(
  z.regex(/^\d+(;\d+){0,6};{0,6}$/),
  z.refine((s) => s.split(';').length === LIVELLI_ARGOMENTO, 'sette livelli'),
)

/** Place where an answer can be read. `atto` is a key of `content/SOURCES.md`. */
export const ContentSource = z.strictObject({
  atto: z.string().check(z.regex(/^[A-Z0-9][A-Z0-9-]*$/)),
  articolo: z.optional(z.string().check(z.regex(/^(\d+(-[a-z]+)?|[IVX]+)$/))),
  comma: z.optional(z.string().check(z.regex(/^\d+(-[a-z]+)?$/))),
  /** Letter, section or annex, beyond article and paragraph. */
  nota: z.optional(testo(160)),
})
export type ContentSource = z.infer<typeof ContentSource>

/** `content/banche/<slug>/banca.json`: one bank of questions. */
export const BancaContent = z.strictObject({
  slug,
  titolo: testo(90),
  ente: testo(90),
  anno: z.int().check(z.gte(2000), z.lte(2100)),
  profilo: testo(90),
  descrizione: testo(600),
  in_evidenza: z.boolean(),
  verificata_il: z.iso.date(),
  /** In the order in which the bank shows them. */
  materie: z.array(z.strictObject({ slug, nome: testo(90) })).check(z.minLength(1)),
})
export type BancaContent = z.infer<typeof BancaContent>

/**
 * Question of `content/banche/<slug>/domande.json`. The array's order is the official order.
 * `corretta` is the printed position, from 1. Two answers are a true/false question; `punti` makes it
 * situational (points per answer, `corretta` on the highest).
 */
export const DomandaContent = z
  .strictObject({
    id: idDomandaContenuto,
    materia: slug,
    testo: testo(700),
    risposte: z.array(testo(300)).check(z.minLength(2), z.maxLength(5)),
    corretta: z.int().check(z.gte(1), z.lte(5)),
    punti: z.optional(z.array(punti)),
    spiegazione: testo(1200),
    fonte: ContentSource,
    verificata_il: z.iso.date(),
    /** 1 easy, 2 medium, 3 hard. */
    difficolta: z.int().check(z.gte(1), z.lte(3)),
    /** Topic path ids of `content/percorsi/`. */
    argomenti: z.array(percorsoArgomento),
    /** File name under `immagini/` of the bank. */
    immagine: z.optional(z.string().check(z.regex(/^[a-z0-9-]+\.(png|jpg)$/))),
    /** Description of the image for readers who cannot see it; never gives the answer away. */
    alt: z.optional(testo(600)),
  })
  .check(
    z.refine((d) => d.corretta <= d.risposte.length, { error: 'oltre l’ultima risposta', path: ['corretta'] }),
    z.refine((d) => d.punti === undefined || d.punti.length === d.risposte.length, {
      error: 'uno per risposta',
      path: ['punti'],
    }),
    z.refine((d) => d.punti === undefined || d.punti[d.corretta - 1] === Math.max(...d.punti), {
      error: 'la risposta corretta deve avere il punteggio più alto',
      path: ['punti'],
    }),
    z.refine((d) => (d.immagine === undefined) === (d.alt === undefined), {
      error: 'immagine e testo alternativo vanno insieme',
      path: ['alt'],
    }),
  )
export type DomandaContent = z.infer<typeof DomandaContent>

/** A sub-path; its number is unique over all paths of `content/`. */
export interface SottoPercorsoContent {
  id_sotto_percorso: number
  nome: string
  sotto_percorsi?: SottoPercorsoContent[] | undefined
}
export const SottoPercorsoContent: z.ZodMiniType<SottoPercorsoContent> = z.strictObject({
  id_sotto_percorso: z.int().check(z.gte(1)),
  nome: testo(90),
  sotto_percorsi: z.optional(z.lazy(() => z.array(SottoPercorsoContent))),
})

/** `content/percorsi/<slug>.json`: a path. The questions are those whose `argomenti` name one of its sub-paths. */
export const PercorsoContent = z.strictObject({
  slug,
  argomento: testo(90),
  descrizione: testo(600),
  premium: z.boolean(),
  verificata_il: z.iso.date(),
  sotto_percorsi: z.array(SottoPercorsoContent).check(z.minLength(1)),
})
export type PercorsoContent = z.infer<typeof PercorsoContent>

/** A subject of a simulation; `banca` where it is not the simulation's own, because real exams draw from several. */
const MateriaDiSimulazione = z.strictObject({ banca: z.optional(slug), materia: slug })

/** Rules beyond three numbers: open, save for the sections, which name each subject once. */
const Regole = z.looseObject({
  sezioni: z.optional(
    z.array(z.looseObject({ nome: testo(90), materie: z.array(MateriaDiSimulazione).check(z.minLength(1)) })),
  ),
})

/**
 * `content/simulazioni/<slug>.json`: one official simulation, listed under `banca`. Points are added as written, so a penalty is
 * negative.
 */
export const SimulazioneContent = z
  .strictObject({
    slug,
    banca: slug,
    descrizione: testo(200),
    durata: z.string().check(
      z.regex(/^\d{2}:[0-5]\d:[0-5]\d$/),
      z.refine((d) => d !== '00:00:00', 'durata nulla'),
    ),
    numero_domande: z.int().check(z.gte(1)),
    attiva: z.boolean(),
    materie_simulazione: z
      .array(z.extend(MateriaDiSimulazione, { numero: z.int().check(z.gte(1)) }))
      .check(z.minLength(1)),
    punteggio_risposte_corrette: punti,
    punteggio_risposte_sbagliate: punti,
    punteggio_non_risposte: punti,
    /** Least score that passes; absent when there is no threshold. */
    sbarramento: z.optional(punti),
    regole: z.optional(Regole),
    /** The official draw, in its order; without it questions are drawn by `materie_simulazione`. */
    domande: z.optional(z.array(idDomandaContenuto)),
  })
  .check(
    z.refine((s) => s.materie_simulazione.reduce((n, m) => n + m.numero, 0) === s.numero_domande, {
      error: 'la somma delle materie deve dare numero_domande',
      path: ['numero_domande'],
    }),
    z.refine((s) => s.domande === undefined || s.domande.length === s.numero_domande, {
      error: 'il sorteggio deve avere numero_domande voci',
      path: ['domande'],
    }),
  )
export type SimulazioneContent = z.infer<typeof SimulazioneContent>

/** `content/notizie/<slug>.json`: one news item, its text in paragraphs. */
export const NotiziaContent = z.strictObject({
  slug,
  titolo: testo(120),
  sommario: testo(300),
  paragrafi: z.array(testo(900)).check(z.minLength(2)),
  pubblicata_il: z.iso.date(),
  /** Banks that the news is about. */
  banche: z.array(slug),
})
export type NotiziaContent = z.infer<typeof NotiziaContent>
