import type { WrittenRegolamento } from '#rules/regolamento/types'

// The trial that travels between devices, and the subjects and questions that it takes.
export const REGOLE: WrittenRegolamento = {
  nome: 'Come la RIPAM',
  sezioni: [{ nome: 'Conoscenze', punti: { tipo: 'fissi', corretta: 0.75, sbagliata: -0.25, omessa: 0 } }],
  ammissione: { minimo: 1 },
  durata: '01:00:00',
}
export const SCELTE = [1, 2, 3]
