import type { NearPair } from '#rules/errori'
import type { SottoPercorso } from '#rules/percorso'
import type { OwnBank, OwnBankCopy } from '../own-bank.ts'
import type { ConcorsoScaricabile } from '../schemas.ts'
import type { Spiegazione } from '../spiegazioni.ts'
import type { StoreChange } from './change.ts'
import type { AggiornamentoBanca, BancaLocale, BancaScaricata, Domanda, DomandaVicina } from './data.ts'
import { download, read, write } from './method.ts'

const BANCHE: StoreChange = { tipo: 'banche' }

/** The banks of the account, their questions and images; explanations kept for reading offline (D20) [PK12]. */
export const banche = {
  listBanche: read<void, BancaLocale[]>(),
  /**
   * Writes the account's list as the server tells it: adds, updates (stato 3 when its version changed). `assenti`: banks that the
   * server no longer lists. Of those the ones that are only listed here leave the list; what is on the device stays.
   */
  registerBanche: write<
    {
      banche: Omit<
        BancaLocale,
        | 'versione'
        | 'n_domande'
        | 'dimensione'
        | 'figure_qui'
        | 'selezionata'
        | 'ultimo_uso'
        | 'per_livello'
        | 'viste'
        | 'preferiti'
        | 'completamento'
        | 'stato'
      >[]
      versioni: Record<number, string>
      assenti?: number[]
    },
    BancaLocale[]
  >({ changed: () => BANCHE }),
  /** Exactly one bank is selected; CONCORSO_NON_TUO for an id that is not in the list (spec §4 Selection). */
  selectBanca: write<{ id_concorso: number; at: string }, BancaLocale>({ dated: true, changed: () => BANCHE }),
  /** Downloads (resuming), verifies and registers a bank in one transaction, or leaves everything as it was (D16). */
  downloadBanca: download<{ concorso: ConcorsoScaricabile; at: string }, BancaScaricata>({
    long: true,
    dated: true,
    changed: () => BANCHE,
  }),
  /**
   * Brings a newer version beside the one that is here and counts what it changes; what arrived is kept for `downloadBanca`, nothing is
   * replaced (D19). Null where there is nothing to compare: not here, the same version, or one that cannot be read.
   */
  compareBanca: download<{ concorso: ConcorsoScaricabile }, AggiornamentoBanca | null>({ long: true }),
  /** Stops a download or a comparison. */
  cancelDownload: write<{ id_concorso: number }, null>({ waitsForMirror: false }),
  /** Removes the bank's file; records and events stay. `dallaLista` also removes it from the list. */
  deleteBanca: write<{ id_concorso: number; dallaLista: boolean }, null>({
    waitsForMirror: false,
    frees: true,
    doneWhen: 'CONCORSO_NON_TROVATO',
    changed: () => BANCHE,
  }),
  /** The number of the next bank of the person's own. */
  nextPropria: read<void, number>(),
  /** Registers a bank that the person made from a file; nothing of it leaves the device. `ente`: what stands for a body. */
  installPropria: write<OwnBank & { ente: string; at: string }, BancaLocale>({ dated: true, changed: () => BANCHE }),
  /** A bank of the person's own as plain questions; CONCORSO_NON_TUO for one that is the server's. */
  copyPropria: read<{ id_concorso: number }, OwnBankCopy>(),
  /** The tree of a path, from its file; empty for a bank. CONCORSO_NOT_INITIALIZED when it is not on the device. */
  readAlbero: read<{ id_concorso: number }, SottoPercorso[]>(),
  readImmagine: read<
    {
      id_concorso: number
      nome: string
    },
    { tipo: 'image/png' | 'image/jpeg'; byte: Uint8Array }
  >({ moves: ({ byte }) => [byte] }),
  /** The same from the server's zip at a signed address, that one image alone: what is not on the device yet is seen all the same. */
  fetchImmagine: read<{ nome: string; address: string }, { tipo: 'image/png' | 'image/jpeg'; byte: Uint8Array }>({
    long: true,
    moves: ({ byte }) => [byte],
  }),
  /**
   * Full questions with their records, in the order of the ids asked for. At most 100 a call. `id_concorso`: one bank for all
   * of them, or the bank of each. CONCORSO_NOT_INITIALIZED when a bank is not on the device (any more).
   */
  readDomande: read<
    {
      id_concorso: number | readonly number[]
      id_domande: readonly number[]
    },
    Domanda[]
  >(),
  /** Traps, twins and neighbours of a question, best first; none where the bank's file does not list them. */
  readVicini: read<{ id_concorso: number; id_domanda: number }, DomandaVicina[]>(),
  /** Pairs of these questions that are near each other; none where the bank's file does not list them. */
  readVicineFra: read<{ id_concorso: number; id_domande: readonly number[] }, NearPair[]>(),
  /** False where every bank on the device says that none of its questions is explained. */
  hasSpiegazioni: read<void, boolean>(),
  /** Null when it was never kept. */
  readSpiegazione: read<{ id_domanda: number }, Spiegazione | null>(),
  /** Those of these questions that are kept, in no order. */
  readSpiegazioni: read<{ id_domande: readonly number[] }, Spiegazione[]>(),
  /** Keeps a page of a whole bank's. */
  saveSpiegazioni: write<{ nuove: readonly Spiegazione[] }, null>(),
  /** Keeps it is now; null: there is none any more. */
  saveSpiegazione: write<{ id_domanda: number; nuova: Omit<Spiegazione, 'id_domanda'> | null }, null>(),
}
