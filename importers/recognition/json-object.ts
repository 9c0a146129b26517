export type JsonObject = Record<string, unknown>

export const isObject = (valore: unknown): valore is JsonObject =>
  typeof valore === 'object' && valore !== null && !Array.isArray(valore)
