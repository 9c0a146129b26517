const said = new Map<string, string>()

/** Sets the text shown above the first question of a sitting, because no notice covers a sitting. */
export const sayAtStart = (id_seduta: string, text: string): void => void said.set(id_seduta, text)

export const saidAtStart = (id_seduta: string): string | null => said.get(id_seduta) ?? null
