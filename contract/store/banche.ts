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
   * Writes the account's list as the server sends it: adds, updates (stato 3 when its version changed). `assenti`: banks that the
   * server no longer lists. Those without a file here leave the list; data on the device stays.
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
   * Downloads a newer version beside the present one and counts its changes. `downloadBanca` uses the downloaded file; nothing is
   * replaced here (D19). Null when there is nothing to compare: not here, the same version, or an unreadable one.
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
  /** A bank of the person's own as plain questions; CONCORSO_NON_TUO for a bank of the server. */
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
  /** The image alone, from the server's zip at a signed address, for a bank whose images are not on the device yet. */
  fetchImmagine: read<{ nome: string; address: string }, { tipo: 'image/png' | 'image/jpeg'; byte: Uint8Array }>({
    long: true,
    moves: ({ byte }) => [byte],
  }),
  /**
   * Full questions with their records, in the order of the ids asked for. At most 100 a call. `id_concorso`: one bank for all of
   * them, or the bank of each. CONCORSO_NOT_INITIALIZED when a bank is not on the device (any more).
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
  /** False where every bank on the device declares that none of its questions is explained. */
  hasSpiegazioni: read<void, boolean>(),
  /** Null when the store has none. */
  readSpiegazione: read<{ id_domanda: number }, Spiegazione | null>(),
  /** Stored explanations of these questions, in no order. */
  readSpiegazioni: read<{ id_domande: readonly number[] }, Spiegazione[]>(),
  /** Stores a page of the explanations of a whole bank. */
  saveSpiegazioni: write<{ nuove: readonly Spiegazione[] }, null>(),
  /** Stores the current explanation; null removes it. */
  saveSpiegazione: write<{ id_domanda: number; nuova: Omit<Spiegazione, 'id_domanda'> | null }, null>(),
}
