import type { giornale } from '#contract/store/giornale'
import type { Handlers } from '../core/handlers.ts'
import { countSoloQui } from './only-here.ts'

export const giornaleHandlers: Handlers<typeof giornale> = {
  countSoloQui,
}
