import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import type { ImportedDomanda, ImportedImage } from '#contract/domanda'
import { makeReport } from '#importers/report'
import { conta, leggi, rifiutato, righe, type ToldBank } from './helpers.ts'

const vere = process.env.BANCHE_VERE
if (!vere && process.env.CI === 'true') throw new Error('BANCHE_VERE is not set and CI=true')
if (!vere) console.log('BANCHE_VERE is not set: the real banks are not tested')

const apri = (file: string): Uint8Array => new Uint8Array(readFileSync(join(vere ?? '', file)))
const importaVera = (file: string, immagini: ImportedImage[] = []) => leggi(apri(file), { nome: file, immagini })

function apriCartella(cartella: string): ImportedImage[] {
  const voci = readdirSync(join(vere ?? '', cartella), { recursive: true, withFileTypes: true })
  return voci
    .filter((v) => v.isFile())
    .map((v) => join(v.parentPath, v.name))
    .map((percorso) => ({ nome: percorso, byte: new Uint8Array(readFileSync(percorso)) }))
}

type Verita = { domanda: string; risposte: string[]; corretta: number | null; materia: string | null }
function verita(file: string): Verita[] {
  const byte = apri(file)
  const testo = new TextDecoder().decode(file.endsWith('.gz') ? gunzipSync(byte) : byte)
  return testo
    .trimEnd()
    .split('\n')
    .map((riga) => JSON.parse(riga) as Verita)
}

const unaRiga = (testo: string) => testo.replace(/\s+/g, ' ').trim()
const uguale = (d: ImportedDomanda | undefined, v: Verita, conChiave = true) =>
  d !== undefined &&
  unaRiga(v.domanda) === d.testo &&
  v.risposte.map(unaRiga).join('\n') === d.risposte.join('\n') &&
  (!conChiave || (v.corretta === null ? null : v.corretta + 1) === d.corretta)
const quanteUguali = (domande: ImportedDomanda[], vero: Verita[], conChiave = true) =>
  vero.filter((v, i) => uguale(domande[i], v, conChiave)).length

/** Fields that these files keep and a bank does not, and questions asked twice with other wrong answers: said, and no defect. */
const SAID = new Set(['colonna_non_usata', 'stesso_testo_altre_risposte'])

/** What the operator's report counts. */
function riassunto({ domande, immagini, avvisi }: ToldBank) {
  const { con_immagine, senza_chiave, materie } = makeReport(null, domande, avvisi)
  return {
    domande: domande.length,
    con_immagine,
    immagini: immagini.length,
    senza_chiave,
    materie: materie.length,
    punti: domande.filter((d) => d.punti !== null).length,
    avvisi: conta(avvisi.filter((a) => !SAID.has(a.tipo))),
  }
}
const SENZA_IMMAGINI = { con_immagine: 0, immagini: 0, senza_chiave: 0, punti: 0 }

describe.skipIf(!vere)('RIPAM', () => {
  it('[EN17] has 12,132 questions of 13 subjects, 1,024 situational', async () => {
    const banca = await importaVera('ripam-3997/domande.ndjson.gz')
    const avvisi = { domanda_ripetuta: 27, risposte_in_meno: 18 }
    expect(riassunto(banca)).toEqual({ ...SENZA_IMMAGINI, domande: 12132, materie: 13, punti: 1024, avvisi })
    expect(quanteUguali(banca.domande, verita('ripam-3997/domande.ndjson.gz'))).toBe(12132)
  })

  it('is the same bank in its thirteen JSON files, named as their containers name them', async () => {
    const nomi = readdirSync(join(vere ?? '', 'ripam-3997')).filter((n) => n.endsWith('.json') && n !== 'index.json')
    const tutte = new Map<string, ImportedDomanda>()
    for (const nome of nomi) {
      const { domande } = await importaVera(`ripam-3997/${nome}`)
      for (const d of domande) tutte.set(`${d.materia}\n${d.id_origine}`, d)
    }
    const vero = verita('ripam-3997/domande.ndjson.gz') as (Verita & { id_orig: string; efficacia?: string[] })[]
    expect(tutte.size).toBe(12132)
    for (const v of vero) {
      const domanda = tutte.get(`${v.materia}\n${v.id_orig}`)
      expect(uguale(domanda, v)).toBe(true)
      const punti = v.efficacia?.map((e) => ({ alta: 750, neutra: 375, bassa: 0 })[e]) ?? null
      expect(domanda?.punti).toEqual(punti)
    }
  })

  it('its index is no bank', async () => {
    expect((await rifiutato(apri('ripam-3997/index.json'))).dati?.motivo).toContain('nessuna domanda')
  })
})

describe.skipIf(!vere)('Polizia, allievi agenti', () => {
  it('the workbook has 6,003 rows, its defects are told', async () => {
    const banca = await importaVera('polizia-agenti-2024/questions_extracted.xlsx')
    expect(riassunto(banca)).toEqual({
      ...SENZA_IMMAGINI,
      domande: 6003,
      materie: 8,
      avvisi: {
        pie_di_pagina: 399,
        filigrana: 399,
        materia_sospetta: 653,
        cella_numerica: 6,
        testo_spostato: 1,
        domanda_ripetuta: 21,
        stessa_domanda_altra_chiave: 1,
        risposte_uguali: 4,
      },
    })
    // The three rows too many are cut copies of the last three questions.
    const troppe = banca.avvisi.filter((a) => (a.riga ?? 0) > 6001)
    expect(troppe.map((a) => [a.tipo, a.riga])).toEqual([
      ['domanda_ripetuta', 6002],
      ['domanda_ripetuta', 6003],
      ['domanda_ripetuta', 6004],
    ])
    expect(righe(banca.avvisi, 'cella_numerica')).toEqual([4515, 4836, 4837, 4858, 4920, 4932])
    expect(
      banca.domande.flatMap((d) => [d.testo, ...d.risposte]).filter((t) => /\d di 400|ANCA DAT|\n/.test(t)),
    ).toEqual([])
  })

  it('the workbook agrees with the clean list in 5,979 of 6,000; where it does not, it is known why', async () => {
    const { domande } = await importaVera('polizia-agenti-2024/questions_extracted.xlsx')
    const vero = verita('polizia-agenti-2024/domande.ndjson')
    const diverse = vero.flatMap((v, i) => (uguale(domande[i], v) ? [] : [[v, domande[i]] as const]))
    expect(diverse).toHaveLength(21)
    const cause = diverse.map(([v, d]) => {
      const [testi, letti] = [[v.domanda, ...v.risposte].map(unaRiga), [d?.testo, ...(d?.risposte ?? [])]]
      const diversi = testi.flatMap((t, i) => (t === letti[i] ? [] : [[t, letti[i] ?? ''] as const]))
      // The clean list kept the title of the next section; capitals were changed; cells became numbers; one text lost a letter.
      if (diversi.every(([t, l]) => t.toLowerCase() === l.toLowerCase())) return 'maiuscole'
      if (
        diversi.every(
          ([t, l]) => t.startsWith(`${l} `) && t.slice(l.length).includes(t.slice(l.length).toUpperCase().slice(0, 5)),
        )
      )
        return 'titolo'
      if (diversi.every(([t]) => t === '=')) return 'numero'
      return diversi
    })
    expect(cause.filter((c) => c === 'titolo')).toHaveLength(9)
    expect(cause.filter((c) => c === 'maiuscole')).toHaveLength(6)
    expect(cause.filter((c) => c === 'numero')).toHaveLength(5)
    expect(cause.filter((c) => typeof c !== 'string')).toHaveLength(1)
  })

  it('the JSON is the clean list, all 6,000', async () => {
    const banca = await importaVera('polizia-agenti-2024/domande_2024.json')
    const avvisi = { domanda_ripetuta: 18, stessa_domanda_altra_chiave: 1, risposte_uguali: 4 }
    expect(riassunto(banca)).toEqual({ ...SENZA_IMMAGINI, domande: 6000, materie: 10, avvisi })
    expect(quanteUguali(banca.domande, verita('polizia-agenti-2024/domande.ndjson'))).toBe(6000)
  })
})

describe.skipIf(!vere)('Patente B', () => {
  it.each(['quizPatenteB2023.json', 'domande.ndjson'])(
    '[EN15] %s has 7,139 true/false, 3,983 with one of 413 images',
    async (file) => {
      const banca = await importaVera(`patente-b-2023/${file}`, apriCartella('patente-b-2023/img_sign'))
      expect(riassunto(banca)).toEqual({
        domande: 7139,
        con_immagine: 3983,
        immagini: 413,
        senza_chiave: 0,
        materie: 25,
        punti: 0,
        avvisi: { domanda_ripetuta: 8 },
      })
      expect(quanteUguali(banca.domande, verita('patente-b-2023/domande.ndjson'))).toBe(7139)
      expect(banca.domande.every((d) => d.risposte.join() === 'Vero,Falso')).toBe(true)
    },
  )

  it('without its images every question that needs one is told', async () => {
    const banca = await importaVera('patente-b-2023/quizPatenteB2023.json')
    expect(banca.domande).toHaveLength(7139)
    expect(conta(banca.avvisi)).toEqual({ domanda_ripetuta: 8, immagine_mancante: 3983 })
  })
})

describe.skipIf(!vere)('MUR, medicina', () => {
  it("[BK13] the ministry's page has 3,500 questions in HTML without keys: its images are missing, and the five with pictures for answers are left out", async () => {
    const banca = await importaVera('mur-medicina-3500/banca_dati.json')
    const left = { riga_scartata: 5, numero_mancante: 3 }
    const avvisi = { ...left, chiave_assente: 1, immagine_mancante: 202, domanda_ripetuta: 4, risposte_uguali: 2 }
    expect(riassunto(banca)).toEqual({ ...SENZA_IMMAGINI, domande: 3495, senza_chiave: 3495, materie: 5, avvisi })
    expect(new Set(banca.avvisi.filter((a) => a.tipo === 'immagine_mancante').map((a) => a.riga)).size).toBe(201)
    const piane = banca.domande.filter((d) => !d.html)
    expect(piane).toHaveLength(2716)
    const vero = verita('mur-medicina-3500/domande.ndjson')
    const byRow = new Map(piane.map((d) => [d.riga, d]))
    const uguali = vero.filter((v, i) => {
      const d = byRow.get(i + 1)
      return d !== undefined && uguale(d, v, false)
    }).length
    expect(uguali).toBeGreaterThan(2700)
    const tag = new Set(
      banca.domande.flatMap((d) =>
        [d.testo, ...d.risposte].flatMap((t) => (d.html ? (t.match(/<\/?[a-z]+/g) ?? []) : [])),
      ),
    )
    expect(
      [...tag]
        .map((t) => t.replace(/[</]/g, ''))
        .every((t) => ['p', 'b', 'strong', 'em', 'sub', 'sup', 'br', 'li'].includes(t)),
    ).toBe(true)
  })

  it('the plain list has its keys; five questions whose answers were only images are left out', async () => {
    const banca = await importaVera('mur-medicina-3500/domande.ndjson')
    const avvisi = {
      riga_scartata: 5,
      immagine_mancante: 201,
      numero_mancante: 3,
      domanda_ripetuta: 4,
      risposte_uguali: 2,
    }
    expect(riassunto(banca)).toEqual({ ...SENZA_IMMAGINI, domande: 3495, materie: 5, avvisi })
  })

  it.each(['medical_school_questions.jsonl', 'domande-3301.ndjson.gz'])(
    '%s has 3,301 questions, entities decoded',
    async (file) => {
      const banca = await importaVera(`mur-medicina-3500/${file}`)
      const avvisi = { entita_html: 28, numero_mancante: 99, risposte_uguali: 11, domanda_ripetuta: 4 }
      expect(riassunto(banca)).toEqual({ ...SENZA_IMMAGINI, domande: 3301, materie: 5, avvisi })
      expect(banca.domande.some((d) => /&#?\w+;/.test(d.testo))).toBe(false)
    },
  )
})

describe.skipIf(!vere)('Nautica', () => {
  const immagini = vere ? apriCartella('nautica-mims/img') : []

  it.each([
    ['mims2022', 1471, 118, 1, { chiave_assente: 1, domanda_ripetuta: 33, risposte_uguali: 3 }],
    ['mims2022-vela', 213, 7, 0, {}],
    ['genova2018', 1152, 98, 0, {}],
    [
      'genova2015',
      1152,
      98,
      0,
      { caratteri_di_controllo: 21, domanda_ripetuta: 2, numero_ripetuto: 2, numero_mancante: 2 },
    ],
  ])(
    '%s has %i questions, %i with their image, %i without key',
    async (nome, domande, con_immagine, senza_chiave, avvisi) => {
      const banca = await importaVera(`nautica-mims/domande-${nome}.ndjson`, immagini)
      expect(riassunto(banca)).toEqual({
        domande,
        con_immagine,
        immagini: con_immagine,
        senza_chiave,
        materie: 1,
        punti: 0,
        avvisi: { ...avvisi, immagine_tipo_errato: 12, immagine_inutilizzata: immagini.length - con_immagine },
      })
    },
  )

  it('[EN16] the only question without key is n. 619; quotes left as controls are quotes again', async () => {
    const mims = await importaVera('nautica-mims/domande-mims2022.ndjson', immagini)
    expect(mims.domande.filter((d) => d.corretta === null).map((d) => d.id_ufficiale)).toEqual(['619'])
    const genova = await importaVera('nautica-mims/domande-genova2015.ndjson', immagini)
    expect(genova.domande.flatMap((d) => [d.testo, ...d.risposte]).join('')).not.toMatch(/[\u0080-\u009f]/)
  })
})

describe.skipIf(!vere)('other banks', () => {
  it('Polizia, commissari: the six right answers with a double and the 131 cut texts are told', async () => {
    const banca = await importaVera('polizia-commissari-2023/domande.ndjson')
    const avvisi = { testo_troncato: 131, domanda_ripetuta: 5, risposte_uguali: 7 }
    expect(riassunto(banca)).toEqual({ ...SENZA_IMMAGINI, domande: 5000, materie: 5, avvisi })
    const gravi = banca.avvisi.filter((a) => a.tipo === 'risposte_uguali' && a.testo.includes('risposta esatta'))
    expect(gravi.map((a) => a.riga)).toEqual([605, 625, 987, 4877, 4896, 4996])
  })

  it('[EN14] Infermieri: printed ids, no subject', async () => {
    const banca = await importaVera('infermieri-puglia-2026/domande.ndjson')
    const avvisi = { numero_mancante: 12, domanda_ripetuta: 5 }
    expect(riassunto(banca)).toEqual({ ...SENZA_IMMAGINI, domande: 3000, materie: 0, avvisi })
    expect(new Set(banca.domande.map((d) => d.id_ufficiale)).size).toBe(3000)
    expect(banca.domande[0]?.id_ufficiale).toBe('6745')
  })

  it.each(['italic.jsonl', 'domande.ndjson.gz'])('ITALIC, %s: entities escaped twice and C1 quotes', async (file) => {
    const banca = await importaVera(`italic/${file}`)
    const avvisi = {
      entita_html: 78,
      caratteri_di_controllo: 2,
      risposte_uguali: 5,
      domanda_ripetuta: 25,
      risposte_in_meno: 11,
    }
    expect(riassunto(banca)).toEqual({ ...SENZA_IMMAGINI, domande: 10000, materie: 12, avvisi })
    expect(
      banca.domande.flatMap((d) => [d.testo, ...d.risposte]).filter((t) => /&amp;|&[a-z]+;|&#\d+;/.test(t)),
    ).toEqual([])
  })

  it.runIf(process.env.NOTTE)('Open Trivia: 49,716 questions in English, broken characters told', async () => {
    const banca = await importaVera('open-trivia-en/domande.ndjson.gz')
    const avvisi = {
      codifica_errata: 912,
      domanda_ripetuta: 517,
      risposte_uguali: 24,
      risposte_in_meno: 4,
      caratteri_di_controllo: 1,
    }
    expect(riassunto(banca)).toEqual({ ...SENZA_IMMAGINI, domande: 49716, materie: 22, avvisi })
  })

  it.each(['domande.ndjson', 'quiz-data.json'])(
    'Farmacia ospedaliera, %s: answers swallowed by the question are taken out',
    async (file) => {
      const banca = await importaVera(`ssfo-farmacia-ocr/${file}`)
      const avvisi = { testo_spostato: 101, stessa_domanda_altra_chiave: 12, domanda_ripetuta: 12, risposte_uguali: 7 }
      expect(riassunto(banca)).toEqual({ ...SENZA_IMMAGINI, domande: 2990, materie: 10, avvisi })
    },
  )
})

describe.skipIf(!vere)('a real bank written as CSV', () => {
  const cella = (testo: string) => (/[";,\n]/.test(testo) ? `"${testo.replaceAll('"', '""')}"` : testo)
  const scrivi = (vero: Verita[], separatore: string) =>
    vero.map((v, i) => {
      const risposte = [0, 1, 2, 3, 4].map((n) => v.risposte[n] ?? '')
      return [`${i + 1}`, v.domanda, ...risposte, 'ABCDE'[v.corretta ?? 0] ?? '', v.materia ?? '']
        .map(cella)
        .join(separatore)
    })

  it.each([
    ['ripam-3997/domande.ndjson.gz', 12132, 13],
    ['polizia-agenti-2024/domande.ndjson', 6000, 10],
    ['polizia-commissari-2023/domande.ndjson', 5000, 5],
    ['infermieri-puglia-2026/domande.ndjson', 3000, 0],
  ])('without a header, %s comes back whole', async (file, quante, materie) => {
    const vero = verita(file)
    const { domande } = await leggi(scrivi(vero, ';').join('\r\n'))
    expect(quanteUguali(domande, vero)).toBe(quante)
    expect(new Set(domande.map((d) => d.materia).filter((m) => m !== null)).size).toBe(materie)
    expect(domande.at(-1)?.id_ufficiale).toBe(String(quante))
  })

  it('in Windows-1252 with a header, infermieri comes back whole', async () => {
    const vero = verita('infermieri-puglia-2026/domande.ndjson')
    const righeCsv = ['N,Domanda,A,B,C,D,E,Corretta,Materia', ...scrivi(vero, ',')].join('\r\n')
    const byte = new Uint8Array(iconv.encode(righeCsv, 'windows-1252'))
    const { domande, avvisi } = await leggi(byte)
    // The few characters that Windows-1252 does not have become question marks on both sides.
    const attese = vero.map(
      (v) => JSON.parse(iconv.decode(iconv.encode(JSON.stringify(v), 'windows-1252'), 'windows-1252')) as Verita,
    )
    expect(quanteUguali(domande, attese)).toBe(3000)
    expect(avvisi[0]?.testo).toBe('Il file non è in UTF-8: letto come windows-1252.')
  })
})
