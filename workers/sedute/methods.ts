import type { sedute } from '#contract/store/sedute'
import type { Handlers } from '../core/handlers.ts'
import { createSeduta, listAperte, readSeduta, takeSeduta, updateSeduta } from './sedute.ts'
import { readSegni, saveSegno } from './segni.ts'

export const seduteHandlers: Handlers<typeof sedute> = {
  createSeduta: (ctx, args) => createSeduta(ctx, args),
  readSeduta,
  listAperte,
  updateSeduta,
  takeSeduta,
  readSegni,
  saveSegno,
}
