import { describe, expect, it } from 'vitest'
import { breve, conta, csv, leggi, righe } from './helpers.ts'

describe('a CSV with a header', () => {
  it('[EN14] has its numbers, subjects, answers and keys, with rows as a person counts them', async () => {
    const { domande, avvisi } = await leggi(csv(3))
    expect(domande.map(breve)).toEqual([
      'Quale regola vale nel caso 1? | prima 1 / seconda 1 / terza 1 / quarta 1 | 2',
      'Quale regola vale nel caso 2? | prima 2 / seconda 2 / terza 2 / quarta 2 | 2',
      'Quale regola vale nel caso 3? | prima 3 / seconda 3 / terza 3 / quarta 3 | 2',
    ])
    expect(domande.map((d) => [d.riga, d.id_ufficiale, d.materia, d.chiave, d.stato])).toEqual([
      [2, '1', 'Diritto', 'ufficiale', 'valida'],
      [3, '2', 'Diritto', 'ufficiale', 'valida'],
      [4, '3', 'Diritto', 'ufficiale', 'valida'],
    ])
    expect(avvisi).toEqual([])
  })

  it.each([
    [',', 'comma'],
    ['\t', 'tab'],
    ['|', 'bar'],
    [';', 'semicolon'],
  ])('is read with %j (%s) between cells', async (separatore) => {
    const testo = csv(4).replaceAll(';', separatore)
    expect((await leggi(testo)).domande).toHaveLength(4)
  })

  it('obeys the separator of the caller and the sep= line of a spreadsheet', async () => {
    expect((await leggi(csv(3).replaceAll(';', '§'), { opzioni: { separator: '§' } })).domande).toHaveLength(3)
    const { domande } = await leggi(`sep=;\r\n${csv(2)}`)
    expect(domande.map((d) => d.riga)).toEqual([3, 4])
  })

  it('keeps separators, doubled quotes and newlines inside quotes, newlines as a space', async () => {
    const testo =
      'Domanda,A,B,C,Corretta\n"Che cosa, in breve,\r\nè ""la legge""?","una\nnorma",un fatto,"un, altro",A\n'
    expect((await leggi(testo)).domande.map(breve)).toEqual([
      'Che cosa, in breve, è "la legge"? | una norma / un fatto / un, altro | 1',
    ])
  })

  it('reads quotes that are part of the text', async () => {
    const testo = csv(6, {
      2: '2;"Tizio" che cosa può fare?;"A;b";c;d;e;A;Diritto',
      4: '4;Il caso "Y";a;b;c;d;A;Diritto',
    })
    const { domande } = await leggi(testo)
    expect(domande[1]?.testo).toBe('"Tizio" che cosa può fare?')
    expect(domande[3]?.testo).toBe('Il caso "Y"')
  })

  it.each([
    'Question Number,Question,Option A,Option B,Option C,Correct Answer,Topic',
    'N. quesito,Testo del quesito,Risposta 1,Risposta 2,Risposta 3,Risposta esatta,Materia',
    'nro,DOMANDA,risposta_a,risposta_b,risposta_c,SOLUZIONE,Argomento',
    'Id,Quesito,Opzione1,Opzione2,Opzione3,Lettera corretta,Area tematica',
    '#,Text,Choice A,Choice B,Choice C,Key,Category',
  ])('knows the columns of %s', async (intestazione) => {
    const { domande } = await leggi(`${intestazione}\n7,Quanti sono i giudici?,nove,quindici,venti,B,Storia\n`)
    expect(domande.map((d) => [d.id_ufficiale, breve(d), d.materia])).toEqual([
      ['7', 'Quanti sono i giudici? | nove / quindici / venti | 2', 'Storia'],
    ])
  })

  it('is found below titles and notes', async () => {
    const { domande } = await leggi(`Banca dati del concorso;;;;;;;\n;;;;;;;\n${csv(2)}`)
    expect(domande.map((d) => d.riga)).toEqual([4, 5])
  })

  it('[EN18] has explanation, source, difficulty, state and provenance of the key', async () => {
    const testo =
      'Domanda;A;B;C;Corretta;Spiegazione;Fonte;Difficoltà;Stato;Provenienza chiave\n' +
      'Chi nomina i ministri?;il Presidente;il Senato;la Camera;A;Su proposta;Cost., art. 92;media;contestata;redazione\n'
    const [domanda] = (await leggi(testo)).domande
    expect(domanda).toMatchObject({
      spiegazione: 'Su proposta',
      fonte: 'Cost., art. 92',
      difficolta: 2,
      stato: 'contestata',
      chiave: 'redazione',
    })
  })

  it('[EN17] has points per answer in thousandths when three grades are given', async () => {
    const testo =
      'Domanda;A;B;C;Punti A;Punti B;Punti C\nCome reagisci?;bene;così così;male;0,375;0,75;0\nChe cosa fai?;x;y;z;0;0,375;0,75\n'
    const { domande } = await leggi(testo)
    expect(domande.map((d) => [d.punti, d.corretta])).toEqual([
      [[375, 750, 0], 2],
      [[0, 375, 750], 3],
    ])
  })

  it('[EN15] without answer columns and with a key of true and false has two answers', async () => {
    const { domande, avvisi } = await leggi('Domanda;Risposta;Figura\nIl semaforo è rosso;V;\nSi può passare;F;\n')
    expect(domande.map(breve)).toEqual(['Il semaforo è rosso | Vero / Falso | 1', 'Si può passare | Vero / Falso | 2'])
    expect(avvisi).toEqual([])
  })
})

describe('a CSV without a header', () => {
  it('is known by its content: number, question, answers, letter, subject', async () => {
    const testo = Array.from(
      { length: 8 },
      (_, i) =>
        `${i + 1},Quale principio regola il caso numero ${i}?,primo ${i},secondo ${i},terzo ${i},${'ABC'[i % 3]},${i < 4 ? 'Diritto' : 'Storia'}`,
    ).join('\n')
    const { domande, avvisi } = await leggi(testo)
    expect(domande.map((d) => [d.riga, d.id_ufficiale, d.corretta, d.materia, d.risposte.length])).toEqual(
      Array.from({ length: 8 }, (_, i) => [i + 1, String(i + 1), (i % 3) + 1, i < 4 ? 'Diritto' : 'Storia', 3]),
    )
    expect(avvisi).toEqual([])
  })

  it('takes the key as the text of an answer', async () => {
    const testo = Array.from(
      { length: 6 },
      (_, i) =>
        `Quale città è la numero ${i} della lista?;Roma ${i};Milano ${i};Napoli ${i};${['Roma', 'Milano'][i % 2]} ${i}`,
    ).join('\n')
    const { domande } = await leggi(testo)
    expect(domande.map((d) => d.corretta)).toEqual([1, 2, 1, 2, 1, 2])
    expect(domande[0]?.risposte).toEqual(['Roma 0', 'Milano 0', 'Napoli 0'])
  })

  it('takes a list of true and false with its images', async () => {
    const testo = Array.from(
      { length: 6 },
      (_, i) => `${i + 1}\tIl segnale numero ${i} indica un pericolo\t${i % 2 ? `${i}.png` : ''}\t${i % 3 ? 'V' : 'F'}`,
    ).join('\n')
    const { domande, avvisi } = await leggi(testo)
    expect(domande.map((d) => d.corretta)).toEqual([2, 1, 1, 2, 1, 1])
    expect(domande[1]?.risposte).toEqual(['Vero', 'Falso'])
    expect(conta(avvisi)).toEqual({ immagine_mancante: 3 })
  })
})

describe('rows that are no questions', () => {
  it('empty rows, repeated headers and footers are left out and told, each with its row', async () => {
    const testo = csv(4).split('\n')
    testo.splice(2, 0, ';;;;;;;', testo[0] ?? '', 'Pagina 1 di 9;;;;;;;')
    const { domande, avvisi } = await leggi(testo.join('\n'))
    expect(domande.map((d) => d.riga)).toEqual([2, 6, 7, 8])
    expect(righe(avvisi, 'riga_vuota')).toEqual([3])
    expect(righe(avvisi, 'riga_scartata')).toEqual([4, 5])
  })

  it('a title alone in its row is the subject of what follows, when no column says it', async () => {
    const testo =
      'Domanda;A;B;C;Corretta\nSTORIA;;;;\nChi fu il primo re?;a;b;c;A\nQuando?;d;e;f;B\nGEOGRAFIA;;;;\nDove nasce il Po?;g;h;i;C\n'
    const { domande, avvisi } = await leggi(testo)
    expect(domande.map((d) => d.materia)).toEqual(['STORIA', 'STORIA', 'GEOGRAFIA'])
    expect(righe(avvisi, 'riga_scartata')).toEqual([2, 5])
  })

  it('a row wider than its header is not guessed', async () => {
    const { domande, avvisi } = await leggi(csv(20, { 3: '3;Quale; tra queste, vale?;a;b;c;d;A;Diritto;x' }))
    expect(domande).toHaveLength(19)
    expect(righe(avvisi, 'riga_scartata')).toEqual([4])
    expect(avvisi.find((a) => a.tipo === 'riga_scartata')?.testo).toContain('separatore')
  })
})

describe('answers in columns that are numbered from 0', () => {
  const TEXTS = ['alfa', 'beta', 'gamma', 'delta']
  const write = (names: readonly string[], key: (i: number) => string | number): string =>
    [
      `Domanda;${names.join(';')};Corretta`,
      ...Array.from(
        { length: 8 },
        (_, i) => `Quale atto vale nel caso ${i}?;${TEXTS.map((t) => `${t} ${i}`).join(';')};${key(i)}`,
      ),
    ].join('\n')
  const families = ['', 'R', 'Risposta ', 'option_', 'Opzione'].map((stem) => TEXTS.map((_, i) => `${stem}${i}`))
  const keys: [string, (i: number) => string | number][] = [
    ['numbers from 0', (i) => i % 4],
    ['numbers from 1', (i) => (i % 4) + 1],
    ['letters', (i) => 'ABCD'[i % 4] ?? ''],
    ['texts', (i) => `${TEXTS[i % 4]} ${i}`],
  ]

  it.each(families.flatMap((names) => keys.map(([how, key]) => ({ first: names[0], how, names, key }))))(
    'are all read under "$first" with keys that are $how',
    async ({ names, key }) => {
      const { domande, avvisi } = await leggi(write(names, key))
      expect(domande.map((d) => [d.risposte.length, d.risposte[(d.corretta ?? 0) - 1]])).toEqual(
        Array.from({ length: 8 }, (_, i) => [4, `${TEXTS[i % 4]} ${i}`]),
      )
      expect(avvisi).toEqual([])
    },
  )

  it('are all read with keys that name the column, in JSON as well', async () => {
    const names = ['R0', 'R1', 'R2', 'R3']
    const right = Array.from({ length: 8 }, (_, i) => [4, (i % 4) + 1])
    const table = await leggi(write(names, (i) => names[i % 4] ?? ''))
    expect(table.domande.map((d) => [d.risposte.length, d.corretta])).toEqual(right)
    const records = Array.from({ length: 8 }, (_, i) => ({
      domanda: `Quale atto vale nel caso ${i}?`,
      ...Object.fromEntries(TEXTS.map((t, k) => [`R${k}`, `${t} ${i}`])),
      corretta: names[i % 4],
    }))
    const { domande } = await leggi(JSON.stringify(records))
    expect(domande.map((d) => [d.risposte.length, d.corretta])).toEqual(right)
  })

  it('are said to be unclear when no key is 0 and none is beyond the last', async () => {
    const { avvisi } = await leggi(write(['R0', 'R1', 'R2', 'R3'], (i) => (i % 3) + 1))
    expect(conta(avvisi)).toEqual({ chiave_dubbia: 1 })
  })
})
