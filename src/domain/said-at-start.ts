const said = new Map<string, string>()

/** What a sitting has to say as it begins, by its id: no notice covers a sitting, so it stands above its first question. */
export const sayAtStart = (id_seduta: string, text: string): void => void said.set(id_seduta, text)

export const saidAtStart = (id_seduta: string): string | null => said.get(id_seduta) ?? null
