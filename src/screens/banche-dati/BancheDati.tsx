import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import { showGuasto, showToast } from '../../state/avvisi.ts'
import { deleteBanca, hideBanca, loadBanche, banche as stato } from '../../state/banche.ts'
import { hrefCatalogo } from '../../state/indirizzi.ts'
import { loadLivello } from '../../state/livello.ts'
import { rete } from '../../state/rete.ts'
import { banche as testi } from '../../text/banche.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconLibrary, IconPlus } from '../../ui/icone.ts'
import { Pagina } from '../../ui/Pagina.tsx'
import { EmptyState, SkeletonCards } from '../../ui/Stati.tsx'
import { Banca } from './Banca.tsx'
import css from './banche.module.css'
import { Elimina } from './Elimina.tsx'

/** `/banche-dati`: the account's banks with year, status, actions and deletion [RT3][SC14]. */
export default function BancheDati() {
  const { elenco, fase, guasto, nascoste } = useSnapshot(stato)
  const [daEliminare, setDaEliminare] = useState<BancaLocale | null>(null)
  useEffect(() => {
    void loadBanche()
  }, [])
  const { online } = useSnapshot(rete)
  const parziale = elenco.some((b) => b.stato === 2)
  useEffect(() => {
    if (parziale && online) void loadLivello()
  }, [parziale, online])
  const mie = (elenco as BancaLocale[]).filter((b) => !nascoste.includes(b.id_concorso))

  // Nothing is deleted while it can be taken back: closing the page in those seconds keeps the bank.
  const elimina = (banca: BancaLocale, dallaLista: boolean) => {
    setDaEliminare(null)
    hideBanca(banca.id_concorso, true)
    showToast({
      testo: testi.eliminata(banca.concorso),
      annulla: () => hideBanca(banca.id_concorso, false),
      fine: async () => {
        const esito = await deleteBanca(banca.id_concorso, dallaLista)
        hideBanca(banca.id_concorso, false)
        if (!esito.ok) showGuasto(esito.error, { riprova: () => elimina(banca, dallaLista) })
      },
    })
  }

  return (
    <Pagina
      titolo={testi.titolo}
      lato={
        mie.length > 0 && (
          <ButtonLink variante="primario" href={hrefCatalogo()} icona={<IconPlus size={20} />}>
            {testi.aggiungi}
          </ButtonLink>
        )
      }
    >
      {fase === 'mai' ? (
        <SkeletonCards />
      ) : fase === 'guasto' && guasto ? (
        <ErrorState titolo={testi.errore} guasto={guasto} onRiprova={() => void loadBanche()} />
      ) : mie.length === 0 ? (
        <EmptyState
          icona={<IconLibrary size={24} />}
          titolo={testi.vuoto_titolo}
          testo={testi.vuoto_testo}
          azioni={
            <ButtonLink variante="primario" href={hrefCatalogo()} icona={<IconPlus size={20} />}>
              {testi.aggiungi}
            </ButtonLink>
          }
        />
      ) : (
        <div className={css.griglia}>
          {mie.map((b) => (
            <Banca key={b.id_concorso} banca={b} onElimina={() => setDaEliminare(b)} />
          ))}
        </div>
      )}
      {daEliminare && (
        <Elimina
          banca={daEliminare}
          onChiudi={() => setDaEliminare(null)}
          onElimina={(dallaLista) => elimina(daEliminare, dallaLista)}
        />
      )}
    </Pagina>
  )
}
