import type { giornale } from '#contract/store/giornale'
import type { Handlers } from '../core/handlers.ts'
import { listEventi, markEventi } from './chains.ts'
import { countSoloQui } from './only-here.ts'
import { applyEventi, readGiornale, resetGiornale } from './receive.ts'
import { listImpostazioni, saveImpostazione } from './settings.ts'
import { takeVoci } from './voci.ts'

export const giornaleHandlers: Handlers<typeof giornale> = {
  countSoloQui,
  readGiornale,
  listEventi,
  takeVoci,
  markEventi,
  applyEventi,
  listImpostazioni,
  saveImpostazione,
  resetGiornale,
}
