import { type ReactNode, useState } from 'react'
import type { ConteggiRicerca } from '#contract/database'
import { STATI_RISPOSTA } from '#rules/filtro'
import { DAL_MIGLIORE, nomeLivello } from '../../text/livelli.ts'
import { ricerca as testi } from '../../text/ricerca.ts'
import { IconDown, IconImage, IconStar } from '../../ui/icone.ts'
import { LevelGlyph } from '../../ui/Livelli.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Faccetta, type VoceFaccetta } from './Faccetta.tsx'
import { CHIAVI, CORRISPONDENZE, type Filtri, STATI, toggle } from './filtri.ts'
import { Posizioni } from './Posizioni.tsx'
import css from './pannello.module.css'

type Props = {
  filtri: Filtri
  conteggi: ConteggiRicerca | null
  onCambia: (parte: Partial<Filtri>) => void
}

/** Every filter with what it would leave: each facet is counted with all the others on. */
export function Pannello(props: Props) {
  const { filtri, conteggi, onCambia } = props
  const banche = (conteggi?.per_concorso ?? []).map((b) => ({ valore: b.id_concorso, nome: b.concorso, n: b.n }))
  return (
    <div className={css.pannello}>
      <div className={css.trova}>
        <Segmented
          legenda={testi.trova}
          opzioni={CORRISPONDENZE.map((valore) => ({ valore, testo: testi.corrispondenze[valore] }))}
          valore={filtri.trova}
          onScegli={(trova) => onCambia({ trova })}
        />
      </div>
      {banche.length > 1 && (
        <Faccetta
          legenda={testi.banche}
          voci={banche}
          scelte={filtri.concorsi}
          onScegli={(id) => onCambia({ concorsi: toggle(filtri.concorsi, id) })}
        />
      )}
      <Faccetta
        legenda={testi.livelli}
        voci={[...DAL_MIGLIORE].reverse().map((l) => ({
          valore: l,
          nome: nomeLivello(l),
          n: conteggi?.per_livello[l] ?? null,
          segno: <LevelGlyph livello={l} />,
        }))}
        scelte={filtri.livelli}
        onScegli={(l) => onCambia({ livelli: toggle(filtri.livelli, l) })}
      />
      <Solo {...props} />
      <Faccetta
        legenda={testi.materie}
        voci={subjectsOf(conteggi)}
        scelte={filtri.materie}
        onScegli={(id) => onCambia({ materie: toggle(filtri.materie, id) })}
      />
      <Altri {...props} />
    </div>
  )
}

/** Subjects, one entry for each; two of the same name say whose they are. */
function subjectsOf(conteggi: ConteggiRicerca | null): VoceFaccetta<number>[] {
  if (!conteggi) return []
  const banche = new Map(conteggi.per_concorso.map((b) => [b.id_concorso, b.concorso]))
  const nomi = new Map<string, Set<number>>()
  for (const m of conteggi.per_materia) nomi.set(m.materia, (nomi.get(m.materia) ?? new Set()).add(m.id_materia))
  const voci = new Map<number, VoceFaccetta<number> & { n: number }>()
  for (const { id_materia, id_concorso, materia, n } of conteggi.per_materia) {
    const nota = voci.get(id_materia)
    if (nota) {
      nota.n += n
      continue
    }
    const sola = nomi.get(materia)?.size === 1
    const nome = id_materia === 0 ? testi.senza_materia : materia
    voci.set(id_materia, {
      valore: id_materia,
      nome: sola || id_materia === 0 ? nome : testi.materia_di(materia, banche.get(id_concorso) ?? ''),
      n,
    })
  }
  return [...voci.values()]
}

const FIGURE = [true, false] as const

function Solo({ filtri, conteggi, onCambia }: Props) {
  const { preferite, figura } = filtri
  const segno = (icona: ReactNode) => <span className={css.icona}>{icona}</span>
  const scelte = [...(preferite ? (['preferite'] as const) : []), ...(figura ? (['figura'] as const) : [])]
  return (
    <Faccetta
      legenda={testi.solo}
      voci={[
        {
          valore: 'preferite' as const,
          nome: testi.preferite,
          n: conteggi?.preferiti ?? null,
          segno: segno(<IconStar size={20} />),
        },
        {
          valore: 'figura' as const,
          nome: testi.con_figura,
          n: conteggi?.con_immagine ?? null,
          segno: segno(<IconImage size={20} />),
        },
      ]}
      scelte={scelte}
      onScegli={(quale) =>
        onCambia(quale === 'preferite' ? { preferite: !preferite } : { figura: figura ? null : true })
      }
    />
  )
}

/** What few people need: folded away unless some of it is on. */
function Altri({ filtri, conteggi, onCambia }: Props) {
  const { risposte, chiavi, stati, figura, da, a } = filtri
  const acceso = risposte.length + chiavi.length + stati.length > 0 || figura === false || da !== null || a !== null
  const [aperto, setAperto] = useState(acceso)
  return (
    <details className={css.altri} open={aperto} onToggle={(e) => setAperto(e.currentTarget.open)}>
      <summary>
        {testi.altri}
        <IconDown size={20} />
      </summary>
      <div className={css.pannello}>
        <Faccetta
          legenda={testi.ultima}
          voci={STATI_RISPOSTA.map((r) => ({
            valore: r,
            nome: testi.risposte[r],
            n: conteggi?.per_risposta[r] ?? null,
          }))}
          scelte={risposte}
          onScegli={(r) => onCambia({ risposte: toggle(risposte, r) })}
        />
        <Faccetta
          legenda={testi.chiave}
          voci={CHIAVI.map((c) => ({ valore: c, nome: testi.chiavi[c], n: conteggi?.per_chiave[c] ?? null }))}
          scelte={chiavi}
          onScegli={(c) => onCambia({ chiavi: toggle(chiavi, c) })}
        />
        <Faccetta
          legenda={testi.stato}
          voci={STATI.map((s) => ({ valore: s, nome: testi.stati[s], n: conteggi?.per_stato[s] ?? null }))}
          scelte={stati}
          onScegli={(s) => onCambia({ stati: toggle(stati, s) })}
        />
        <Faccetta
          legenda={testi.figura}
          voci={FIGURE.map((con) => ({
            valore: con ? 'con' : 'senza',
            nome: con ? testi.con_figura : testi.senza_figura,
            n: (con ? conteggi?.con_immagine : conteggi?.senza_immagine) ?? null,
          }))}
          scelte={figura === null ? [] : [figura ? 'con' : 'senza']}
          onScegli={(v) => onCambia({ figura: figura === (v === 'con') ? null : v === 'con' })}
        />
        <Posizioni da={da} a={a} onCambia={onCambia} />
      </div>
    </details>
  )
}
