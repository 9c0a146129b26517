import type { BancaLocale } from '#contract/database'
import { ErroriRows } from '../../../components/martella/ErroriRows.tsx'
import { hrefProgressi } from '../../../domain/hrefs.ts'
import { useErrori } from '../../../domain/use-errori.ts'
import { martellaText as texts } from '../../../text/martella.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/base.tsx'
import { CardHead } from '../../../ui/CardHead.tsx'

/** Lists the errors of a bank by kind, each with its drill, and leads to the bestie nere. */
export default function ErroriChoice({ banca: { id_concorso } }: { banca: BancaLocale }) {
  const { errori, busy, start } = useErrori(id_concorso)
  if (!errori) return null
  return (
    <Card aria-labelledby="martella">
      <CardHead id="martella" title={texts.errori} text={texts.sotto} />
      <ErroriRows errori={errori} busy={busy} onStart={(ids) => void start(ids)} />
      {errori.nere.length + errori.domate.length > 0 && (
        <div>
          <ButtonLink size="sm" variant="fantasma" href={`${hrefProgressi(id_concorso)}#errori`}>
            {texts.elenco}
          </ButtonLink>
        </div>
      )}
    </Card>
  )
}
