import { describe, expect, it } from 'vitest'
import { conta, csv, leggi, righe } from './helpers.ts'

const avvisiDi = async (testo: string) => (await leggi(testo)).avvisi
const domanda = (n: number, altro = '') =>
  `${n};Quale regola vale nel caso ${n}${altro}?;a${n};b${n};c${n};d${n};B;Diritto`

describe('numbers', () => {
  it('missing ones are told one by one or as a range, at the row that follows', async () => {
    const testo = csv(20)
      .replace(/^7;.*\n/m, '')
      .replace(/^1[123];.*\n/gm, '')
    const avvisi = await avvisiDi(testo)
    expect(avvisi.map((a) => [a.tipo, a.riga, a.testo])).toEqual([
      ['numero_mancante', 8, 'Manca il numero 7.'],
      ['numero_mancante', 11, 'Mancano i numeri da 11 a 13.'],
    ])
  })

  it('repeated ones are told with the row of the first', async () => {
    const avvisi = await avvisiDi(csv(12, { 8: domanda(5, ' bis') }))
    expect(avvisi.map((a) => [a.tipo, a.riga])).toEqual([
      ['numero_ripetuto', 9],
      ['numero_mancante', 10],
    ])
    expect(avvisi[0]?.testo).toBe('Il numero 5 è già alla riga 6.')
  })

  it('that start again in each subject are a sequence in each', async () => {
    const testo = csv(20).replace(/^(\d+)(;.*);Diritto$/gm, (_, n: string, resto: string) =>
      Number(n) > 10 ? `${Number(n) - 10}${resto};Storia` : `${n}${resto};Diritto`,
    )
    expect(await avvisiDi(testo)).toEqual([])
    expect(conta(await avvisiDi(testo.replace(/^4;.*;Storia\n/m, '')))).toEqual({ numero_mancante: 1 })
  })

  it('[EN14] that are codes are no sequence', async () => {
    const testo = csv(5).replace(/^(\d+);/gm, (_, n: string) => `${Number(n) * 731 + 12};`)
    const { domande, avvisi } = await leggi(testo)
    expect(avvisi).toEqual([])
    expect(domande.map((d) => d.id_ufficiale)).toEqual(['743', '1474', '2205', '2936', '3667'])
    const alfanumerici = csv(3).replace(/^(\d+);/gm, 'A$1-X;')
    expect((await leggi(alfanumerici)).domande.map((d) => d.id_ufficiale)).toEqual(['A1-X', 'A2-X', 'A3-X'])
  })
})

describe('answers', () => {
  it('[EN15] fewer than the header declares are told', async () => {
    expect(righe(await avvisiDi(csv(9, { 4: '4;Quale regola?;a;b;c;;B;Diritto' })), 'risposte_in_meno')).toEqual([5])
    expect(righe(await avvisiDi(csv(3, { 2: '2;Quale regola?;a;b;c;;B;Diritto' })), 'risposte_in_meno')).toEqual([3])
  })

  it('[EN15] more or fewer than nearly all have are told where no header declares them', async () => {
    const voci = Array.from({ length: 30 }, (_, i) => ({
      domanda: `Norma ${i}: quale?`,
      risposte: [`a${i}`, `b${i}`, `c${i}`],
      corretta: 0,
    }))
    voci[7]?.risposte.push('d')
    voci[12]?.risposte.pop()
    const { avvisi } = await leggi(JSON.stringify(voci))
    expect(avvisi.map((a) => [a.tipo, a.riga])).toEqual([
      ['risposte_in_piu', 8],
      ['risposte_in_meno', 13],
    ])
  })

  it('[EN15] a bank of three and four answers alike has no defect, nor a true/false among them', async () => {
    const voci = Array.from({ length: 30 }, (_, i) => ({
      domanda: `Norma ${i}: quale?`,
      risposte: ['a', 'b', 'c', 'd'].slice(0, 3 + (i % 2)).map((r) => r + i),
      corretta: 0,
    }))
    const altra = { domanda: 'La norma è abrogata', risposte: ['Vero', 'Falso'], corretta: 0 }
    expect(await avvisiDi(JSON.stringify([...voci, altra]))).toEqual([])
  })

  it('[EN15] two answers that are not true and false are few; six are too many to be kept', async () => {
    const { domande, avvisi } = await leggi(
      JSON.stringify([
        { domanda: 'Quale?', risposte: ['uno', 'due'], corretta: 'A' },
        { domanda: 'E poi?', risposte: ['a', 'b', 'c', 'd', 'e', 'f'], corretta: 'A' },
      ]),
      { opzioni: { force: true } },
    )
    expect(domande).toHaveLength(1)
    expect(avvisi.map((a) => [a.tipo, a.riga])).toEqual([
      ['risposte_in_meno', 1],
      ['risposte_in_piu', 2],
    ])
  })

  it('equal ones are told, with the key when it is one of them', async () => {
    const avvisi = await avvisiDi(csv(4, { 1: '1;Quale x?;a;b; b ;d;A;Diritto', 3: '3;Quale y?;a;b;c;a;A;Diritto' }))
    expect(avvisi.map((a) => [a.riga, a.testo])).toEqual([
      [2, 'Le risposte B e C sono uguali.'],
      [4, 'Le risposte A e D sono uguali: una delle due è la risposta esatta.'],
    ])
  })

  it('a gap in the middle keeps the key on its letter', async () => {
    const { domande } = await leggi(csv(3, { 2: '2;Quale x?;a;;c;d;C;Diritto' }))
    expect(domande[1]).toMatchObject({ risposte: ['a', 'c', 'd'], corretta: 2 })
  })

  it('lose the letter printed before each of them', async () => {
    const { domande } = await leggi(csv(3, { 2: '2;2) Quale x?;A) uno;B) due;C) tre;D) D) quattro;C;Diritto' }))
    expect(domande[1]).toMatchObject({ testo: 'Quale x?', risposte: ['uno', 'due', 'tre', 'D) quattro'] })
  })
})

describe('repeated questions', () => {
  const con = (seconda: string) =>
    avvisiDi(
      csv(8, {
        2: '2;Chi approva il bilancio?;la Giunta;il Consiglio;il Sindaco;il Prefetto;B;Diritto',
        6: `6;${seconda};Diritto`,
      }),
    )

  it('equal in all are told', async () => {
    const avvisi = await con('Chi approva il Bilancio ?;la Giunta;il Consiglio;il Sindaco;il Prefetto;B')
    expect(avvisi.map((a) => [a.tipo, a.riga, a.testo])).toEqual([
      ['domanda_ripetuta', 7, 'Ripete la domanda della riga 3.'],
    ])
  })

  it('with the answers in another order are the same question', async () => {
    expect(conta(await con('Chi approva il bilancio?;il Consiglio;la Giunta;il Prefetto;il Sindaco;A'))).toEqual({
      domanda_ripetuta: 1,
    })
  })

  it('with another right answer are told as that', async () => {
    const avvisi = await con('Chi approva il bilancio?;la Giunta;il Consiglio;il Sindaco;il Prefetto;A')
    expect(avvisi.map((a) => [a.tipo, a.riga])).toEqual([['stessa_domanda_altra_chiave', 7]])
  })

  it('with other answers are other questions', async () => {
    expect(await con('Chi approva il bilancio?;lo Stato;la Regione;nessuno;tutti;A')).toEqual([])
  })

  it('with another picture are other questions', async () => {
    const voci = [1, 2, 1].map((n) => ({ img: `${n}.png`, q: 'La strada è a senso unico', a: n === 1 }))
    const { avvisi } = await leggi(JSON.stringify(voci))
    expect(righe(avvisi, 'domanda_ripetuta')).toEqual([3])
    expect(righe(avvisi, 'stessa_domanda_altra_chiave')).toEqual([])
  })

  it('cut short, with the same answers, are told', async () => {
    const lunga = 'Se tutti i gatti sono felini, e nessun cane lo è, che cosa si deduce?'
    const avvisi = await avvisiDi(
      csv(6, { 2: `2;${lunga};x;y;z;w;A;Diritto`, 5: '5;Se tutti i gatti sono felini, e;x;y;z;w;A;Diritto' }),
    )
    expect(avvisi.map((a) => [a.tipo, a.riga])).toEqual([['domanda_ripetuta', 6]])
  })
})

it('twelve thousand rows that are all alike are compared in seconds', async () => {
  const testo = 'Completa la frase che segue, scegliendo una delle risposte;uno;due;tre;quattro;A;Diritto'
  const righeUguali = Array.from({ length: 12_000 }, (_, i) => `${i + 1};${testo}`)
  const { domande, avvisi } = await leggi(`N;Domanda;A;B;C;D;Corretta;Materia\n${righeUguali.join('\n')}\n`)
  expect(domande).toHaveLength(12_000)
  expect(conta(avvisi)).toEqual({ domanda_ripetuta: 11_999 })
})

describe('what pages leave in texts', () => {
  const con = async (risposta: string, altre: Record<number, string> = {}) => {
    const { domande, avvisi } = await leggi(csv(9, { 4: `4;Da dove viene?;a;b;c;"${risposta}";B;Diritto`, ...altre }))
    return { risposta: domande[3]?.risposte[3], avvisi }
  }

  it('footer and watermark are taken out and told', async () => {
    const { risposta, avvisi } = await con('dallo stomaco\n2 di 400\nANCA DAT')
    expect(risposta).toBe('dallo stomaco')
    expect(avvisi.map((a) => [a.tipo, a.riga, a.testo])).toEqual([
      ['pie_di_pagina', 5, 'Tolto il piè di pagina «2 di 400» (risposta D).'],
      ['filigrana', 5, 'Tolta la filigrana «ANCA DAT» (risposta D).'],
    ])
  })

  it('so are two pages at once and the title of the next section', async () => {
    const { risposta } = await con('Eros\n83 di 400\nANCA DAT\n84 di 400\nANCA DAT\nITALIANO - Letteratura')
    expect(risposta).toBe('Eros')
  })

  it('text that goes on after the page stays', async () => {
    expect((await con('la prima parte\nPagina 7\ne la seconda')).risposta).toBe('la prima parte e la seconda')
  })

  it('an answer that is only "1 di 4", a fraction or a name in capitals is left alone', async () => {
    for (const testo of ['1 di 4', 'circa\n3/4', 'per inviare\nPEC', 'il saggio di\nCESARE PAVESE', '2 di 400']) {
      const { risposta, avvisi } = await con(testo)
      expect(risposta).toBe(testo.replace('\n', ' '))
      expect(avvisi).toEqual([])
    }
  })

  it('without lines of its own a footer is believed when the bank repeats it', async () => {
    const altre = Object.fromEntries(
      [5, 6, 7, 8].map((n) => [n, `${n};Quale regola ${n}?;a${n};b;c;ultima ${n} ${n} di 400 ANCA DAT;B;Diritto`]),
    )
    const { risposta, avvisi } = await con('dallo stomaco 2 di 400 ANCA DAT', altre)
    expect(risposta).toBe('dallo stomaco')
    expect(conta(avvisi)).toEqual({ pie_di_pagina: 5, filigrana: 5 })
    expect((await con('dallo stomaco 2 di 400 ANCA DAT')).risposta).toBe('dallo stomaco 2 di 400 ANCA DAT')
  })
})

describe('text in the wrong field', () => {
  it('the end of the question before "A)" goes back to the question', async () => {
    const { domande, avvisi } = await leggi(
      csv(3, {
        2: '2;Quale è il risultato di D +;"Z, se ad ogni lettera\ncorrisponde una cifra?\nA) 9";15;13;18;A;Diritto',
      }),
    )
    expect(domande[1]).toMatchObject({
      testo: 'Quale è il risultato di D + Z, se ad ogni lettera corrisponde una cifra?',
      risposte: ['9', '15', '13', '18'],
    })
    expect(righe(avvisi, 'testo_spostato')).toEqual([3])
  })

  it('answers repeated at the end of the question are taken out', async () => {
    const { domande, avvisi } = await leggi(
      csv(3, { 2: '2;I plasmodi sono batteri virus funghi protozoi;batteri;virus;funghi;protozoi;D;Diritto' }),
    )
    expect(domande[1]?.testo).toBe('I plasmodi sono')
    expect(righe(avvisi, 'testo_spostato')).toEqual([3])
  })
})

describe('texts cut by the publisher', () => {
  const lunga = (n: number) => 'x'.repeat(120) + ' '.padEnd(n - 120, 'y')

  it('of 255 characters, when none is longer', async () => {
    const avvisi = await avvisiDi(csv(6, { 3: `3;Quale?;a;${lunga(255)};c;d;B;Diritto` }))
    expect(avvisi.map((a) => [a.tipo, a.riga, a.testo])).toEqual([
      ['testo_troncato', 4, 'Testo interrotto a 255 caratteri (risposta B).'],
    ])
  })

  it('not when longer ones show that nothing cuts there', async () => {
    const avvisi = await avvisiDi(
      csv(6, { 3: `3;Quale?;a;${lunga(255)};c;d;B;Diritto`, 4: `4;E poi?;a;b;${lunga(270)};d;B;Diritto` }),
    )
    expect(avvisi).toEqual([])
  })

  it('when many pile up there, though some are longer', async () => {
    const cinque = Object.fromEntries(
      [3, 4, 5, 6, 7].map((n) => [n, `${n};Quale ${n}?;a;b${n} ${lunga(252)};c;d;B;Diritto`]),
    )
    const avvisi = await avvisiDi(csv(9, { ...cinque, 8: `8;E poi?;a;b;${lunga(300)};d;B;Diritto` }))
    expect(righe(avvisi, 'testo_troncato')).toEqual([4, 5, 6, 7, 8])
  })
})

describe('suspicious subjects', () => {
  const inglese = (n: number, materia: string) =>
    `${n};(Completare la frase) She ___ to the office ${n} days ago;went;has gone;goes;is going;A;${materia}`
  const banca = (materia: string) =>
    csv(20, Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [n, inglese(n, materia)])))

  it('English questions under an Italian subject are told', async () => {
    const avvisi = await avvisiDi(banca('Diritto'))
    expect(righe(avvisi, 'materia_sospetta')).toEqual([2, 3, 4, 5, 6, 7])
    expect(avvisi[0]?.testo).toBe('Domanda in inglese sotto la materia «Diritto».')
  })

  it('under a language they are at home, and so in an English bank', async () => {
    expect(await avvisiDi(banca('Lingua inglese'))).toEqual([])
    expect(
      await avvisiDi(csv(6, Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [n, inglese(n, 'Grammar')])))),
    ).toEqual([])
  })
})
