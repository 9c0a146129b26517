/** Topics of subject paths that a question is linked to. */
export const topicsText = {
  argomenti: (n: number) => (n === 1 ? 'Argomento:' : 'Argomenti:'),
}
