import type { FastifyReply } from 'fastify'

/** Most keys of one table of buckets; a flood of invented keys evicts only full buckets. */
const MAX_KEYS = 50_000

type Bucket = { tokens: number; at: number }

export type Buckets = {
  /** Pays the cost; returns the seconds to wait, 0 when it was paid. */
  pay: (key: string, cost: number) => number
  /** Charges a later known cost, into debt if need be: the next call of the key waits for it. */
  charge: (key: string, cost: number) => void
}

/** Keeps a bucket of `capacity` tokens per key, refilled with `perSecond`. */
export function createBuckets(capacity: number, perSecond: number, clock: () => number = Date.now): Buckets {
  const buckets = new Map<string, Bucket>()
  let fullAt = MAX_KEYS
  const fill = (key: string): Bucket => {
    const now = clock()
    const bucket = buckets.get(key) ?? { tokens: capacity, at: now }
    bucket.tokens = Math.min(capacity, bucket.tokens + ((now - bucket.at) / 1000) * perSecond)
    bucket.at = now
    if (!buckets.has(key)) {
      if (buckets.size >= fullAt) {
        for (const [other, { tokens, at }] of buckets)
          if (tokens + ((now - at) / 1000) * perSecond >= capacity) buckets.delete(other)
        // Keep keys in debt; the next scan comes after a tenth more.
        fullAt = Math.max(MAX_KEYS, 1.1 * buckets.size)
      }
      buckets.set(key, bucket)
    }
    return bucket
  }
  return {
    pay(key, cost) {
      const bucket = fill(key)
      if (bucket.tokens < Math.min(cost, capacity))
        return Math.ceil((Math.min(cost, capacity) - bucket.tokens) / perSecond)
      bucket.tokens -= cost
      return 0
    },
    charge(key, cost) {
      const bucket = fill(key)
      bucket.tokens = Math.max(-capacity, bucket.tokens - cost)
    },
  }
}

export type Gate = {
  /** Waits for a place; returns false when too many wait already. */
  enter: (key: string) => Promise<boolean>
  leave: (key: string) => void
  /** Charges a call inside for so many more at its pace: the cost is known with the response. */
  weigh: (key: string, more: number) => void
}

/** Rate at which one key is admitted: `burst` at once, and then `perSecond`, evenly. */
export type Pace = { burst: number; perSecond: number }
type Place = { active: number; line: (() => void)[]; shut: boolean; due: number; kept: boolean }

/**
 * Admits at most `running` at once per key, with `waiting` in line behind them. One request per key is admitted per
 * event-loop turn, at most at its pace. Requests of other keys then wait for one of it, and not for its whole burst.
 */
export function createGate(running: number, waiting: number, { burst, perSecond }: Pace): Gate {
  const places = new Map<string, Place>()
  const every = 1000 / perSecond
  const advance = (key: string, place: Place): void => {
    if (place.shut || place.active >= running) return
    const next = place.line.shift()
    if (next) {
      admit(key, place)
      next()
    } else if (place.active === 0) forget(key, place)
  }
  /** Delete a key later, while its pace must still be known: requests that arrive one by one have a pace too. */
  const forget = (key: string, place: Place): void => {
    const left = place.due - performance.now()
    if (left <= 0) places.delete(key)
    else if (!place.kept) {
      place.kept = true
      const look = () => {
        place.kept = false
        advance(key, place)
      }
      setTimeout(look, left).unref()
    }
  }
  const openIn = (ms: number, key: string, place: Place): void => {
    place.shut = true
    const open = () => {
      place.shut = false
      advance(key, place)
    }
    if (ms > 0) setTimeout(open, ms)
    else setImmediate(open)
  }
  const admit = (key: string, place: Place): void => {
    const now = performance.now()
    place.active += 1
    place.due = Math.max(place.due, now) + every
    openIn(place.due - now - burst * every, key, place)
  }
  return {
    async enter(key) {
      const place = places.get(key) ?? { active: 0, line: [], shut: false, due: 0, kept: false }
      places.set(key, place)
      if (place.active < running && !place.shut && place.line.length === 0) {
        admit(key, place)
        return true
      }
      // Some of the line wait for their turn alone.
      if (place.line.length - Math.max(0, running - place.active) >= waiting) return false
      await new Promise<void>((goOn) => place.line.push(goOn))
      return true
    },
    leave(key) {
      const place = places.get(key)
      if (!place) return
      place.active -= 1
      advance(key, place)
    },
    weigh(key, more) {
      const place = places.get(key)
      if (place) place.due += more * every
    },
  }
}

/** Frees the place when the response has left or its connection is closed, whichever comes first. */
export function leaveAtEnd(reply: FastifyReply, gate: Gate, key: string): () => void {
  let inside = true
  const leave = () => {
    if (inside) gate.leave(key)
    inside = false
  }
  // A caller that left while in line has had its `close` event already.
  if (reply.raw.closed) leave()
  else reply.raw.once('close', leave).once('finish', leave)
  return leave
}
