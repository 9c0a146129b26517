import { useRoute } from 'wouter'
import { BancaPage } from './BancaPage.tsx'
import { BancheList } from './BancheList.tsx'
import { DoubtfulRows } from './DoubtfulRows.tsx'
import { ImportPage } from './ImportPage.tsx'
import { ImportStart } from './ImportStart.tsx'

/** Banks: the list, one of them, or a file that becomes one. */
export default function BancheScreen() {
  const [isStart] = useRoute('/banche/importa')
  const [isImport, file] = useRoute<{ id: string }>('/banche/importa/:id')
  const [isDoubts, doubts] = useRoute<{ id: string }>('/banche/importa/:id/dubbie')
  const [isBank, bank] = useRoute<{ id: string }>('/banche/:id')
  if (isStart) return <ImportStart />
  if (isImport) return <ImportPage key={file.id} id={Number(file.id)} />
  if (isDoubts) return <DoubtfulRows key={doubts.id} id={Number(doubts.id)} />
  return isBank ? <BancaPage key={bank.id} id={Number(bank.id)} /> : <BancheList />
}
