import { deflateSync } from 'node:zlib'
import type {
  BancaContent,
  DomandaContent,
  NotiziaContent,
  PercorsoContent,
  SimulazioneContent,
} from '#contract/content'
import { checkContent, formatFinding } from '#importers/content/check'

/** A content folder without faults, in memory; a test changes one thing and looks at what is found. */
export type Esempio = {
  banca: BancaContent
  domande: DomandaContent[]
  percorso: PercorsoContent
  simulazione: SimulazioneContent
  notizia: NotiziaContent
  immagini: Map<string, Uint8Array>
  fonti: string
}

const CRC = Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})
const crc = (byte: Buffer) =>
  (byte.reduce((c, b) => (CRC[(c ^ b) & 0xff] as number) ^ (c >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0

/** A real grey PNG, written by the rules of the format and not by the code under test. */
export function png(larghezza: number, altezza: number): Buffer {
  const chunk = (tipo: string, dati: Buffer) => {
    const corpo = Buffer.concat([Buffer.from(tipo, 'latin1'), dati])
    const out = Buffer.alloc(corpo.length + 8)
    out.writeUInt32BE(dati.length, 0)
    corpo.copy(out, 4)
    out.writeUInt32BE(crc(corpo), corpo.length + 4)
    return out
  }
  const ihdr = Buffer.alloc(13)
  ihdr.writeUInt32BE(larghezza, 0)
  ihdr.writeUInt32BE(altezza, 4)
  ihdr[8] = 8
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', ihdr),
    chunk('IDAT', deflateSync(Buffer.alloc((larghezza + 1) * altezza, 200))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const domanda = (n: number, testo: string, risposte: string[], corretta: number): DomandaContent => ({
  id: `prova-00${n}`,
  materia: 'acqua',
  testo,
  risposte,
  corretta,
  spiegazione:
    'L’acqua bolle quando la sua tensione di vapore raggiunge la pressione dell’aria. In montagna basta meno calore.',
  fonte: { atto: 'LEGGE', articolo: '3-bis', comma: '1' },
  verificata_il: '2026-01-31',
  difficolta: 1,
  argomenti: ['10;11;;;;;'],
})

export function esempio(): Esempio {
  return {
    banca: {
      slug: 'prova',
      titolo: 'Banca di prova',
      ente: 'Redazione',
      anno: 2026,
      profilo: 'Tutti i profili',
      descrizione: 'Tre quesiti.',
      in_evidenza: false,
      verificata_il: '2026-01-31',
      materie: [{ slug: 'acqua', nome: 'Acqua' }],
    },
    domande: [
      domanda(1, 'Quando bolle l’acqua di una pentola aperta?', ['A caldo', 'A freddo', 'Di notte'], 1),
      domanda(2, 'Dove nasce il fiume più lungo della penisola?', ['Sulle Alpi', 'In pianura', 'Dal mare'], 1),
      {
        ...domanda(3, 'Che cosa mostra la figura del secondo esercizio?', ['Un lago', 'Una sorgente', 'Uno stagno'], 2),
        immagine: 'lago.png',
        alt: 'Una superficie grigia.',
      },
    ],
    percorso: {
      slug: 'percorso-prova',
      argomento: 'Percorso di prova',
      descrizione: 'Un solo ramo.',
      premium: false,
      verificata_il: '2026-01-31',
      sotto_percorsi: [
        { id_sotto_percorso: 10, nome: 'Natura', sotto_percorsi: [{ id_sotto_percorso: 11, nome: 'Acqua' }] },
      ],
    },
    simulazione: {
      slug: 'simulazione-prova',
      banca: 'prova',
      descrizione: 'Due quesiti in cinque minuti',
      durata: '00:05:00',
      numero_domande: 2,
      attiva: true,
      materie_simulazione: [{ materia: 'acqua', numero: 2 }],
      punteggio_risposte_corrette: 0.75,
      punteggio_risposte_sbagliate: -0.25,
      punteggio_non_risposte: 0,
      sbarramento: 1.5,
      domande: ['prova-001', 'prova-003'],
    },
    notizia: {
      slug: 'notizia-prova',
      titolo: 'Il lago si studia',
      sommario: 'Una notizia breve.',
      paragrafi: ['Primo paragrafo.', 'Secondo paragrafo.'],
      pubblicata_il: '2026-01-31',
      banche: [],
    },
    immagini: new Map([['lago.png', png(640, 20)]]),
    fonti: '| `LEGGE` | norma | Legge di prova, 1 gennaio 2000, n. 1 | 2026-01-31 |',
  }
}

/** Findings on a folder, as the command prints them. */
export function rilieviDi(e: Esempio): string[] {
  const file = (nome: string, dati: unknown) => ({ file: nome, testo: JSON.stringify(dati) })
  const { rilievi } = checkContent({
    banche: [
      {
        slug: 'prova',
        banca: file('banche/prova/banca.json', e.banca),
        domande: file('banche/prova/domande.json', e.domande),
        immagini: e.immagini,
      },
    ],
    percorsi: [file('percorsi/percorso-prova.json', e.percorso)],
    simulazioni: [file('simulazioni/simulazione-prova.json', e.simulazione)],
    notizie: [file('notizie/notizia-prova.json', e.notizia)],
    fonti: { file: 'SOURCES.md', testo: e.fonti },
  })
  return rilievi.map(formatFinding)
}

/** Findings after one change to a folder without faults. */
export function rilieviDopo(cambia: (e: Esempio) => void): string[] {
  const e = esempio()
  cambia(e)
  return rilieviDi(e)
}

/** The first question of the example, for a test to spoil. */
export const prima = (e: Esempio): DomandaContent => e.domande[0] as DomandaContent
