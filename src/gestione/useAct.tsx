import { useEffect, useRef, useState } from 'react'
import type { Result } from '#contract/result'
import { FieldError } from '../ui/Field.tsx'
import { consoleFailure } from './text.ts'

/** An act of a screen: one at a time, and the sentence of its end. */
export type Act = {
  /** Name of the act under way; null when none is. */
  busy: string | null
  done: string | null
  refused: string | null
  /** Runs an act; `say` returns the sentence of its result. */
  run: <T>(name: string, work: () => Promise<Result<T>>, say: (value: T) => string) => Promise<boolean>
}

/** `reload`: reads again after an act, also where it was refused: the row may be gone. */
export function useAct(reload?: () => Promise<unknown>): Act {
  const [state, setState] = useState<Omit<Act, 'run'>>({ busy: null, done: null, refused: null })
  const run: Act['run'] = async (name, work, say) => {
    if (state.busy !== null) return false
    setState({ busy: name, done: null, refused: null })
    const result = await work()
    await reload?.()
    setState({
      busy: null,
      done: result.ok ? say(result.value) : null,
      refused: result.ok ? null : consoleFailure(result.error),
    })
    return result.ok
  }
  return { ...state, run }
}

/** Tells how an act ended, and takes the focus where the act took its button away. */
export function ActEnd({ act: { done, refused } }: { act: Act }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if ((done ?? refused) !== null && document.activeElement === document.body) ref.current?.focus()
  }, [done, refused])
  return (
    <div ref={ref} tabIndex={-1}>
      <p role="status">{done}</p>
      <div role="alert">
        <FieldError text={refused} />
      </div>
    </div>
  )
}
