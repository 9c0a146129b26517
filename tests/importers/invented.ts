// A bank that was invented for the tests of tables: twelve questions, or as many as are asked for.

export const N = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
export const question = (i: number) => `Chi decide nel caso numero ${i} secondo la legge?`
export const options = (i: number) => [
  `il sindaco del caso ${i}`,
  `il prefetto del caso ${i}`,
  `la giunta del caso ${i}`,
]
export const right = (i: number) => ((i * 7) % 3) + 1
export const letter = (i: number) => 'ABC'[right(i) - 1] ?? ''
export const KEYS = N.map(right)
export const NONE = N.map(() => null)
export const table = (header: string, row: (i: number) => (string | number)[], rows = N) =>
  `${header}\n${rows.map((i) => row(i).join(';')).join('\n')}\n`
export const json = (record: (i: number) => object) => JSON.stringify(N.map(record))
export const keys = (domande: readonly { corretta: number | null }[]) => domande.map((d) => d.corretta)
