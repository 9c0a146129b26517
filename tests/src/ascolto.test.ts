import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { swipeDirection } from '#src/components/seduta/useSwipe'
import { MAX_CHARACTERS, type Piece, phrases, piecesOf, THINK_MS } from '#src/features/sedute/listening/phrases'
import { pickVoice } from '#src/features/sedute/listening/speech-engine'
import { createSpeechQueue, type SpeechEngine, speechLimit } from '#src/features/sedute/listening/speech-queue'
import { silentWav } from '#src/features/sedute/listening/useMediaKeys'

const parole = (t: string) =>
  t
    .replace(/[.,;:?!]/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ')

describe('what is spoken of a text', () => {
  it('pieces are short, end with a mark, and lose no word', () => {
    const parola = fc.stringMatching(/^[a-zàèéìòù’]{1,14}[.,;:?!]?$/)
    fc.assert(
      fc.property(fc.array(parola, { maxLength: 120 }), (lista) => {
        const testo = lista.join(' ')
        const pezzi = phrases(testo)
        expect(parole(pezzi.join(' '))).toBe(parole(testo))
        for (const p of pezzi) expect(p).toMatch(/[.?!;:,]$/)
      }),
    )
    const lunga = `${'parola '.repeat(80)}fine`
    for (const p of phrases(lunga)) expect(p.length).toBeLessThanOrEqual(MAX_CHARACTERS + 1)
  })

  it('an abbreviation ends no sentence', () => {
    expect(phrases('Ai sensi dell’art. 97 e della l. 241. Chi decide?')).toEqual([
      'Ai sensi dell’art. 97 e della l. 241.',
      'Chi decide?',
    ])
    expect(phrases('  ')).toEqual([])
  })

  const domanda = {
    testo: 'Chi nomina il Governo?',
    risposte: ['Il Presidente', 'Il Senato'],
    corretta: 1,
    punti: null,
    html: false,
    immagine: null,
    stato: 'valida' as const,
  }
  const voci = (pezzi: readonly Piece[]) => pezzi.flatMap((p) => (p.kind === 'voce' ? [p.text] : []))
  it('is the question alone, with its answers, or with the right one after a silence to think', () => {
    expect(voci(piecesOf(domanda, 'domanda'))).toEqual(['Chi nomina il Governo?'])
    expect(voci(piecesOf(domanda, 'risposte')).join(' ')).toContain('Risposta B. Il Senato.')
    const giusta = piecesOf(domanda, 'giusta')
    expect(giusta[1]).toEqual({ kind: 'silenzio', ms: THINK_MS })
    expect(voci(giusta).slice(1).join(' ')).toBe('Risposta corretta. Il Presidente.')
    expect(
      voci(piecesOf({ ...domanda, stato: 'annullata' }, 'giusta'))
        .slice(1)
        .join(' '),
    ).toBe('Domanda annullata. La risposta pubblicata era: Il Presidente.')
    expect(voci(piecesOf({ ...domanda, corretta: null }, 'giusta')).at(-1)).toBe('La risposta ufficiale non c’è.')
    expect(voci(piecesOf({ ...domanda, html: true, testo: '<p>Chi <b>nomina</b>?</p>' }, 'domanda'))).toEqual([
      'Chi nomina?',
    ])
  })
})

/** A clock moved by hand and an engine that does what the test says. */
function mondo(come: 'buono' | 'senza_fine' | 'muto' = 'buono') {
  let ora = 0
  let timer: { a: number; f: () => void }[] = []
  const dette: string[] = []
  const tardi: (() => void)[] = []
  let fine = 0
  const attendi = (ms: number, f: () => void) => {
    const t = { a: ora + ms, f }
    timer.push(t)
    return () => {
      timer = timer.filter((x) => x !== t)
    }
  }
  let annulli = 0
  const motore: SpeechEngine = {
    speak(testo, _velocita, detto) {
      dette.push(testo)
      if (come === 'muto') return
      attendi(50, detto.start)
      if (come === 'buono') attendi(1_000, detto.end)
      tardi.push(detto.end)
    },
    cancel: () => void annulli++,
  }
  const coda = createSpeechQueue(motore, { attendi, now: () => ora }, { change: () => {}, end: () => void fine++ })
  return {
    coda,
    dette,
    tardi,
    finite: () => fine,
    annulli: () => annulli,
    passa(ms: number) {
      const fino = ora + ms
      for (;;) {
        const [primo] = timer.filter((t) => t.a <= fino).sort((x, y) => x.a - y.a)
        if (!primo) break
        timer = timer.filter((t) => t !== primo)
        ora = primo.a
        primo.f()
      }
      ora = fino
    },
  }
}
const voce = (testo: string): Piece => ({ kind: 'voce', text: testo, part: 0 })

describe('the queue of the hands-free mode', () => {
  it('says piece after piece, keeps the silences and tells the end once', () => {
    const { coda, dette, passa, finite } = mondo()
    coda.load([voce('uno.'), { kind: 'silenzio', ms: 4_000 }, voce('due.')])
    expect(dette).toEqual([])
    coda.play()
    passa(1_100)
    expect(dette).toEqual(['uno.'])
    passa(3_800)
    expect(dette).toEqual(['uno.'])
    passa(200)
    expect(dette).toEqual(['uno.', 'due.'])
    passa(1_000)
    expect([coda.state(), finite()]).toEqual(['finita', 1])
  })

  it('goes on when the engine never tells the end of a piece', () => {
    const { coda, dette, passa, finite } = mondo('senza_fine')
    coda.load([voce('uno.'), voce('due.')])
    coda.play()
    passa(60)
    passa(speechLimit('uno.', 1) - 100)
    expect(dette).toEqual(['uno.'])
    passa(200)
    expect(dette).toEqual(['uno.', 'due.'])
    passa(speechLimit('due.', 1) + 200)
    expect(finite()).toBe(1)
  })

  it('an engine that says nothing is tried once more, then told', () => {
    const { coda, dette, passa, finite } = mondo('muto')
    coda.load([voce('uno.'), voce('due.')])
    coda.play()
    passa(60_000)
    expect(dette).toEqual(['uno.', 'uno.'])
    expect([coda.state(), finite()]).toEqual(['muta', 0])
  })

  it('resumes with the piece it was cut in, and hears nothing of what it gave up', () => {
    const { coda, dette, passa, tardi } = mondo()
    coda.load([voce('uno.'), voce('due.')])
    coda.play()
    passa(1_500)
    coda.pause()
    expect(coda.indice()).toBe(1)
    for (const f of tardi) f()
    passa(60_000)
    expect([coda.indice(), coda.state(), dette.length]).toEqual([1, 'ferma', 2])
    coda.play()
    expect(dette).toEqual(['uno.', 'due.', 'due.'])
    passa(1_000)
    expect(coda.state()).toBe('finita')
  })

  it('another speed says the same piece again; other pieces end the old ones', () => {
    const { coda, dette, passa, finite, annulli } = mondo()
    coda.load([voce('uno.'), voce('due.')])
    coda.play()
    passa(200)
    coda.setSpeed(1.5)
    expect(dette).toEqual(['uno.', 'uno.'])
    coda.load([voce('tre.')])
    passa(60_000)
    expect([coda.state(), dette.length, finite()]).toEqual(['ferma', 2, 0])
    expect(annulli()).toBeGreaterThan(1)
    coda.play()
    passa(1_000)
    expect(finite()).toBe(1)
  })

  it('ends whatever the engine forgets', () => {
    const come = fc.constantFrom('buono' as const, 'senza_fine' as const)
    fc.assert(
      fc.property(come, fc.array(fc.string({ minLength: 1, maxLength: 150 }), { maxLength: 12 }), (c, testi) => {
        const { coda, passa, finite, dette } = mondo(c)
        coda.load(testi.map(voce))
        coda.play()
        passa(3_600_000)
        expect([coda.state(), finite(), dette.length]).toEqual(['finita', 1, testi.length])
      }),
    )
  })
})

it('the Italian voice of the device comes before one of the network; none is none', () => {
  const voci = [
    { lang: 'en-US', localService: true },
    { lang: 'it-IT', localService: false, name: 'rete' },
    { lang: 'it_IT', localService: true, name: 'mia' },
  ] as SpeechSynthesisVoice[]
  expect(pickVoice(voci)?.name).toBe('mia')
  expect(pickVoice(voci.slice(0, 2))?.name).toBe('rete')
  expect(pickVoice(voci.slice(0, 1))).toBeNull()
})

it('a swipe is long and mostly sideways', () => {
  expect([swipeDirection(-90, 10), swipeDirection(90, -20), swipeDirection(-30, 0), swipeDirection(-90, 80)]).toEqual([
    'avanti',
    'indietro',
    null,
    null,
  ])
})

it('the silence beneath the voice is a WAV of six seconds without a sound', () => {
  const byte = silentWav()
  expect(new TextDecoder().decode(byte.slice(0, 4))).toBe('RIFF')
  expect(new DataView(byte.buffer).getUint32(40, true)).toBe(byte.length - 44)
  expect(new Set(byte.slice(44))).toEqual(new Set([128]))
})
