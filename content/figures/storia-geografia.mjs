import { BANDIERE } from './bandiere.mjs'
import { CARTE } from './carte.mjs'
import { CLIMA_POPOLAZIONE } from './clima-popolazione.mjs'
import { CRONOLOGIE, SCHEMI_STORIA } from './linee-tempo.mjs'

/** Every figure of the bank of history, geography and civics. */
export const STORIA_GEOGRAFIA = [...CRONOLOGIE, ...SCHEMI_STORIA, ...CARTE, ...BANDIERE, ...CLIMA_POPOLAZIONE]
