import { createHash } from 'node:crypto'
import { AVVISI } from './avvisi.mjs'
import { DATI } from './dati.mjs'
import { svg } from './disegno.mjs'
import { FLUSSI } from './flussi.mjs'
import { FOGLI } from './fogli.mjs'
import { GRAFICI } from './grafici.mjs'
import { INSIEMI } from './insiemi.mjs'
import { LOGICA } from './logica.mjs'
import { CONFRONTI, MATRICI } from './matrici.mjs'
import { NUMERI } from './numeri.mjs'
import { RETI } from './reti.mjs'
import { SERIE_FIGURE } from './serie-figure.mjs'
import { SICUREZZA } from './sicurezza.mjs'
import { SISTEMA } from './sistema.mjs'
import { SPAZIO } from './spazio.mjs'
import { STORIA_GEOGRAFIA } from './storia-geografia.mjs'

/** Every figure drawn by these scripts, by bank. */
export const CATALOGO = [
  {
    banca: 'informatica-competenze-digitali',
    figure: [...SISTEMA, ...LOGICA, ...FLUSSI, ...RETI, ...SICUREZZA, ...FOGLI, ...DATI],
  },
  {
    banca: 'logica',
    figure: [...SERIE_FIGURE, ...MATRICI, ...CONFRONTI, ...SPAZIO, ...NUMERI, ...INSIEMI, ...GRAFICI],
  },
  { banca: 'inglese', figure: AVVISI },
  { banca: 'storia-geografia-educazione-civica', figure: STORIA_GEOGRAFIA },
]

/** Fingerprint of a drawing: written into its PNG, so that a test can tell a picture older than its script. */
export const impronta = (figura) => createHash('sha256').update(svg(figura)).digest('hex')
