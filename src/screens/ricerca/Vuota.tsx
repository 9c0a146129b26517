import { useSnapshot } from 'valtio'
import { parseQuery } from '#rules/testo'
import { hrefCatalogo } from '../../state/indirizzi.ts'
import { rete } from '../../state/rete.ts'
import { banche } from '../../text/banche.ts'
import { ricerca as testi } from '../../text/ricerca.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { IconDownload, IconPlus, IconSearch } from '../../ui/icone.ts'
import { EmptyState } from '../../ui/Stati.tsx'
import { countFiltri, type Filtri, withoutFiltri } from './filtri.ts'

/** Nothing was found: what to try, one touch each. */
export function Vuota({ filtri, onRimpiazza }: { filtri: Filtri; onRimpiazza: (filtri: Filtri) => void }) {
  const parole = parseQuery(filtri.testo).length
  const almeno = parole > 1 && filtri.trova !== 'ANY'
  const filtrata = countFiltri(filtri) > 0
  return (
    <EmptyState
      icona={<IconSearch size={24} />}
      titolo={testi.vuoto}
      testo={almeno ? testi.vuoto_almeno : filtrata ? testi.vuoto_filtri : testi.vuoto_parole}
      azioni={
        <>
          {almeno && (
            <Button variante="primario" onClick={() => onRimpiazza({ ...filtri, trova: 'ANY' })}>
              {testi.cerca_almeno}
            </Button>
          )}
          {filtrata && (
            <Button variante={almeno ? 'bordo' : 'primario'} onClick={() => onRimpiazza(withoutFiltri(filtri))}>
              {testi.togli_filtri}
            </Button>
          )}
        </>
      }
    />
  )
}

/** There is nothing to search yet: the way to the first bank. */
export function SenzaBanche({ inElenco }: { inElenco: boolean }) {
  const { online } = useSnapshot(rete)
  return (
    <EmptyState
      icona={<IconSearch size={24} />}
      titolo={testi.senza_banche}
      testo={!online ? testi.offline : inElenco ? testi.da_scaricare : testi.senza_banche_testo}
      azioni={
        inElenco ? (
          <ButtonLink variante="primario" href="/banche-dati" icona={<IconDownload size={20} />}>
            {testi.scarica}
          </ButtonLink>
        ) : (
          <ButtonLink variante="primario" href={hrefCatalogo()} icona={<IconPlus size={20} />}>
            {banche.aggiungi}
          </ButtonLink>
        )
      }
    />
  )
}
