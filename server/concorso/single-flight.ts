/** Makes a costly answer once for all who ask for the same at the same time; nothing outlives the question. */
export function singleFlight<T>(): (key: string, make: () => Promise<T>) => Promise<T> {
  const flying = new Map<string, Promise<T>>()
  return (key, make) => {
    const present = flying.get(key)
    if (present) return present
    const next = make().finally(() => flying.delete(key))
    flying.set(key, next)
    return next
  }
}
