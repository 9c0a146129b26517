import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { FiltroSalvato } from '#contract/database'
import { showToast } from '../../state/avvisi.ts'
import { deleteFiltro, findFiltro, loadFiltri, renameFiltro, salvati, saveFiltro } from '../../state/filtri-salvati.ts'
import { newSeme } from '../../state/identita.ts'
import { salvate as testi } from '../../text/ricerca.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted, Row } from '../../ui/base.tsx'
import { Field } from '../../ui/Field.tsx'
import { IconDelete, IconEdit } from '../../ui/icone.ts'
import { Rinomina } from '../../ui/Rinomina.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { etichette } from './etichette.ts'
import { type Filtri, fromFiltro, toFiltro } from './filtri.ts'
import css from './salvate.module.css'

/** What a kept search asks, in a line. */
export function inParole(f: Filtri): string {
  const parole = f.testo.trim() === '' ? [] : [`«${f.testo.trim()}»`]
  return [...parole, ...etichette(f, null).map((e) => e.nome)].join(' · ') || testi.tutte
}

/** The searches that the person keeps: open one, keep this one, rename, delete. */
export function Salvate({
  filtri,
  onApri,
  onChiudi,
}: {
  filtri: Filtri
  onApri: (filtri: Filtri) => void
  onChiudi: () => void
}) {
  const { elenco } = useSnapshot(salvati)
  const [rinomina, setRinomina] = useState<string | null>(null)
  useEffect(() => void loadFiltri(), [])
  return (
    <Sheet titolo={testi.titolo} onChiudi={onChiudi}>
      <Salva filtri={filtri} onSalvata={onChiudi} />
      {elenco.length === 0 ? (
        <Muted piccolo>{testi.vuote}</Muted>
      ) : (
        <ul className={css.elenco}>
          {(elenco as FiltroSalvato[]).map((f) =>
            rinomina === f.id ? (
              <li key={f.id}>
                <Rinomina
                  nome={f.nome}
                  difetto={(nome) => {
                    const altro = findFiltro(nome)
                    return altro && altro.id !== f.id ? testi.nome_preso : null
                  }}
                  onRinomina={(nome) => renameFiltro(f, nome)}
                  onFine={() => setRinomina(null)}
                />
              </li>
            ) : (
              <li key={f.id} className={css.voce}>
                <button
                  type="button"
                  className={css.apri}
                  aria-label={testi.apri(f.nome)}
                  onClick={() => {
                    onApri(fromFiltro(f.filtro, f.ordine, newSeme() % 1_000_000_000))
                    onChiudi()
                  }}
                >
                  <b>{f.nome}</b>
                  <span>{inParole(fromFiltro(f.filtro, f.ordine, 0))}</span>
                </button>
                <Button
                  variante="fantasma"
                  misura="sm"
                  quadrato
                  etichetta={testi.rinomina(f.nome)}
                  icona={<IconEdit size={20} />}
                  onClick={() => setRinomina(f.id)}
                />
                <Button
                  variante="fantasma"
                  misura="sm"
                  quadrato
                  etichetta={testi.elimina(f.nome)}
                  icona={<IconDelete size={20} />}
                  onClick={() => {
                    // The notice that takes it back stands behind every sheet.
                    onChiudi()
                    void deleteFiltro(f, testi.eliminata(f.nome))
                  }}
                />
              </li>
            ),
          )}
        </ul>
      )}
    </Sheet>
  )
}

function Salva({ filtri, onSalvata }: { filtri: Filtri; onSalvata: () => void }) {
  const [nome, setNome] = useState('')
  const [vuoto, setVuoto] = useState(false)
  const [inCorso, setInCorso] = useState(false)
  const altra = nome.trim() === '' ? null : findFiltro(nome)
  const save = async () => {
    setVuoto(nome.trim() === '')
    if (nome.trim() === '') return
    setInCorso(true)
    const fatto = await saveFiltro(nome.trim(), toFiltro(filtri), filtri.ordine)
    setInCorso(false)
    if (!fatto) return
    showToast({ testo: testi.salvata(nome.trim()) })
    onSalvata()
  }
  return (
    <form
      className={css.salva}
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        void save()
      }}
    >
      <h3>{testi.salva}</h3>
      <Muted piccolo>{inParole(filtri)}</Muted>
      <Row>
        <div className={css.campo}>
          <Field
            etichetta={testi.nome}
            placeholder={testi.nome_esempio}
            value={nome}
            maxLength={80}
            errore={vuoto ? testi.nome_mancante : null}
            {...(altra && { aiuto: testi.esiste })}
            onChange={(e) => {
              setNome(e.currentTarget.value)
              setVuoto(false)
            }}
          />
        </div>
      </Row>
      <Button type="submit" variante="primario" inCorso={inCorso}>
        {altra ? testi.sostituisci : testi.salva_bottone}
      </Button>
    </form>
  )
}
