import { C, figura, linea, riquadro, testo } from './disegno.mjs'

// English notices, messages and advertisements to be read.

/** Lines of a text: `[left, line]` sets a bold label, `[]` a gap, a string is plain. */
const righe = (y0, voci) =>
  voci.map((voce, i) => {
    const y = y0 + i * 27
    if (typeof voce === 'string') return testo(28, y, voce, { size: 17, anchor: 'start' })
    const [capo, resto = '', rientro = 0] = voce
    return (
      testo(28, y, capo ?? '', { size: 17, weight: 700, anchor: 'start' }) +
      testo(28 + rientro, y, resto, { size: 17, anchor: 'start' })
    )
  })

/** A sheet with a coloured head and lines of text. */
const foglio = (nome, intesta, voci) => {
  const alto = 76 + voci.length * 27
  return figura(
    nome,
    alto + 12,
    riquadro(10, 10, 370, alto - 8, { rx: 6 }),
    riquadro(10, 10, 370, 42, { rx: 6, fill: C.tenue }),
    testo(195, 31, intesta, { size: 18, weight: 700 }),
    righe(76, voci),
  )
}

const email = figura(
  'email-training-day',
  404,
  riquadro(10, 10, 370, 384, { rx: 6 }),
  righe(36, [
    ['From:', 'Sarah Lewis', 84],
    ['To:', 'All staff', 84],
    ['Subject:', 'Training day', 84],
  ]),
  linea([
    [10, 112],
    [380, 112],
  ]),
  righe(136, [
    'Dear all,',
    'The training day planned for Thursday',
    '12 March has been moved to Tuesday',
    '17 March because the trainer is ill.',
    'It will still start at 9.30, but in Room 4',
    'instead of the main hall. Please bring',
    'your own laptop. Lunch will be provided.',
    'If you cannot come, let me know by Friday.',
    [],
    'Sarah',
  ]),
)

export const AVVISI = [
  email,
  foglio('notice-library', 'PUBLIC LIBRARY', [
    ['Books:', 'up to six at a time, for three weeks', 62],
    ['DVDs:', 'up to two, for one week', 62],
    ['Late returns:', '20 cents per day for each item', 114],
    [],
    'You can renew books online, unless',
    'another reader has asked for them.',
    'DVDs cannot be renewed.',
    ['Closed on Mondays'],
  ]),
  foglio('ad-receptionist', 'RECEPTIONIST WANTED', [
    ['Town Hall'],
    'Part-time, mornings only.',
    'You must speak English and one other',
    'European language.',
    'Experience is an advantage but not',
    'essential: we will train you.',
    [],
    ['Send your CV by 15 May.'],
    'Interviews will be held in the first',
    'week of June.',
  ]),
  foglio('notice-tours', 'GUIDED TOURS OF THE OLD PALACE', [
    ['English', '10.00, every day', 84],
    ['French', '11.30, Saturday and Sunday', 84],
    ['Italian', '15.00, Monday to Friday', 84],
    [],
    'Each tour lasts 90 minutes.',
    'Groups of more than ten people must',
    'book in advance.',
    'No tours on public holidays.',
  ]),
]
