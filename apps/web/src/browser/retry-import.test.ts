import { describe, expect, it } from 'vitest'
import { retryImport } from './retry-import.ts'

describe('retryImport', () => {
  it('does not pause when the code loads at once', async () => {
    const { load, pauses } = setup({ failures: 0 })
    await expect(load()).resolves.toBe('the code')
    expect(pauses).toEqual([])
  })

  it('loads the code once the network is back', async () => {
    const { load, pauses } = setup({ failures: 2 })
    await expect(load()).resolves.toBe('the code')
    expect(pauses).toEqual([150, 400])
  })

  it('tries five times within four seconds and then rejects with the cause', async () => {
    const { load, pauses, asked } = setup({ failures: Number.POSITIVE_INFINITY })
    await expect(load()).rejects.toThrow('Failed to fetch dynamically imported module')
    expect(asked()).toBe(5)
    expect(pauses.reduce((sum, pauseMs) => sum + pauseMs)).toBeLessThan(4_000)
  })
})

function setup({ failures }: { failures: number }) {
  const pauses: number[] = []
  let asked = 0
  async function importCode(): Promise<string> {
    asked += 1
    if (asked <= failures) throw new TypeError('Failed to fetch dynamically imported module: /a.js')
    return 'the code'
  }
  const after = (delayMs: number, wake: () => void) => {
    pauses.push(delayMs)
    wake()
    return () => undefined
  }
  return { pauses, asked: () => asked, load: () => retryImport(importCode, { after }) }
}
