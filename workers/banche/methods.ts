import type { banche } from '#contract/store/banche'
import type { Handlers } from '../core/handlers.ts'
import { deleteBanca, listBanche, readAlbero, registerBanche, selectBanca } from './banche.ts'
import { readDomande } from './domande.ts'
import { fetchImmagine, readImmagine } from './immagini.ts'
import { cancelDownload, compareBanca, downloadBanca } from './install.ts'
import { throttle } from './progress-throttle.ts'
import { copyPropria, installPropria, nextPropria } from './proprie.ts'
import { hasSpiegazioni, readSpiegazione, readSpiegazioni, saveSpiegazione, saveSpiegazioni } from './spiegazioni.ts'
import { readVicineFra, readVicini } from './vicini.ts'

export const bancheHandlers: Handlers<typeof banche> = {
  listBanche,
  registerBanche,
  selectBanca,
  downloadBanca: (ctx, given, onProgress) => downloadBanca(ctx, given, throttle(onProgress)),
  compareBanca: (ctx, { concorso }, onProgress) => compareBanca(ctx, concorso, throttle(onProgress)),
  cancelDownload: (ctx, { id_concorso }) => cancelDownload(ctx, id_concorso),
  async deleteBanca(ctx, { id_concorso, dallaLista }) {
    await deleteBanca(ctx, id_concorso, dallaLista)
    return null
  },
  nextPropria,
  installPropria,
  copyPropria,
  readAlbero,
  readImmagine,
  fetchImmagine,
  readDomande,
  readVicini,
  readVicineFra,
  hasSpiegazioni,
  readSpiegazione,
  readSpiegazioni,
  saveSpiegazione,
  saveSpiegazioni,
}
