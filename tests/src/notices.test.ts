import { afterEach, describe, expect, it } from 'vitest'
import { closeToast, notices, showToast, showToastLater } from '#src/session/notices'
import { toastTop } from '#src/ui/height-var'

const shown = () => notices.toast?.text ?? null

describe('short notices', () => {
  afterEach(() => {
    while (notices.toast) closeToast(false)
  })

  it('one that came by itself waits for the one on screen, and is shown after it', () => {
    showToast({ text: 'asked for' })
    showToastLater({ text: 'by itself' })
    showToastLater({ text: 'another' })
    expect(shown()).toBe('asked for')
    closeToast(false)
    expect(shown()).toBe('by itself')
    closeToast(false)
    expect(shown()).toBe('another')
    closeToast(false)
    expect(shown()).toBeNull()
  })

  it('one stands below the bar of the phone, wherever a strip above has pushed it', () => {
    const bar = (bottom: number) => ({ getBoundingClientRect: () => ({ bottom }) as DOMRect })
    expect([toastTop(bar(60)), toastTop(bar(175)), toastTop(bar(-20)), toastTop(null)]).toEqual([60, 175, 0, 0])
  })

  it('one that can be undone keeps its time: another waits, unless it can be undone too', () => {
    const done: string[] = []
    showToast({ text: 'deleted', annulla: () => done.push('undone'), fine: () => done.push('deleted') })
    showToast({ text: 'ready' })
    expect([shown(), done]).toEqual(['deleted', []])
    showToast({ text: 'deleted too', annulla: () => undefined })
    expect([shown(), done]).toEqual(['deleted too', ['deleted']])
    closeToast(false)
    expect(shown()).toBe('ready')
  })

  it('one that was asked for takes the place at once, and ends the one before', () => {
    const done: string[] = []
    showToastLater({ text: 'by itself', fine: () => done.push('by itself') })
    showToast({ text: 'asked for' })
    expect(shown()).toBe('asked for')
    expect(done).toEqual(['by itself'])
  })
})
