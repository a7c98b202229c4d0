import { describe, expect, it } from 'vitest'
import { createInterrupts } from './interrupts.ts'

describe('Ctrl-C', () => {
  it('ends the command, and reports when it was asked to end before', () => {
    const interrupts = createInterrupts()
    expect(interrupts.strike()).toBe('ending')
    expect(interrupts.signal.aborted).toBe(true)
    expect(interrupts.strike()).toBe('again')
  })

  it('calls the newest handler, until it is disposed', () => {
    const interrupts = createInterrupts()
    const interrupted: string[] = []
    using _ = interrupts.take(() => interrupted.push('first'))
    {
      using _second = interrupts.take(() => interrupted.push('second'))
      expect(interrupts.strike()).toBe('taken')
    }
    interrupts.strike()
    expect(interrupted).toEqual(['second', 'first'])
    expect(interrupts.signal.aborted).toBe(false)
  })

  it('does not keep the command from being ended when it is taken', () => {
    const interrupts = createInterrupts()
    using _ = interrupts.take(() => undefined)
    interrupts.end()
    expect(interrupts.signal.aborted).toBe(true)
  })
})
