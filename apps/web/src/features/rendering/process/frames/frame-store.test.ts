import type { RenderFrame } from '@gridloom/contract/rendering/frame'
import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aFrame } from '../../../../testing/render-samples.ts'
import type { FrameRun } from './frame-board.ts'
import { createFrameStore, pageFrames } from './frame-store.ts'

const listed = Array.from({ length: 1_000 }, (_, nth) => nth + 1)

describe('the frame store', () => {
  it('contains all frames once the overview is loaded', async () => {
    const { store, here } = setup()
    expect(store.view().kind).toBe('loading')
    await here()
    expect(store.view().board.numbers).toHaveLength(1_000)
  })

  it('reports a failed read, and keeps what it read before', async () => {
    const { store, here, failNext } = setup()
    failNext()
    store.read(listed)
    await waitFor(() => expect(store.view().kind).toBe('failed'))
    await here()
    failNext()
    store.read(listed)
    await Promise.resolve()
    expect(store.view().kind).toBe('here')
  })

  it('fetches details by the page, each page once', async () => {
    const { store, pages, here } = setup()
    await here()
    store.see([0, 1, pageFrames - 1])
    store.see([5, pageFrames])
    await waitFor(() => expect(store.view().details.size).toBe(2 * pageFrames))
    store.see([3])
    expect(pages).toEqual([1, pageFrames + 1])
  })

  it('fetches details again after a failure', async () => {
    const { store, pages, here, failNext } = setup()
    await here()
    failNext()
    store.see([0])
    await waitFor(() => expect(pages).toHaveLength(1))
    await Promise.resolve()
    await Promise.resolve()
    store.see([0])
    await waitFor(() => expect(store.view().details.size).toBe(pageFrames))
  })

  it('applies a changed frame to details and board', async () => {
    const { store, here } = setup()
    await here()
    store.take([aFrame({ number: 9 })])
    expect(store.view().details.get(9)?.state).toBe('done')
    expect(store.view().board.states[8]).toBe(0)
  })

  it('reads the overview again when an unknown frame arrives', async () => {
    const { store, here, glances } = setup()
    await here()
    store.take([aFrame({ number: 5_000 })])
    await waitFor(() => expect(glances()).toBe(2))
  })

  it('fetches all details again after a break', async () => {
    const { store, pages, here } = setup()
    await here()
    store.see([0])
    store.read(listed)
    await waitFor(() => {
      store.see([0])
      expect(pages).toEqual([1, 1])
    })
  })

  it('notifies subscribers once for many changes, until they unsubscribe', async () => {
    const { store, here, notices, later } = setup()
    const leave = store.subscribe(() => notices.push('noticed'))
    await here()
    later()
    notices.length = 0
    store.take([aFrame({ number: 1 })])
    store.take([aFrame({ number: 2 })])
    later()
    expect(notices).toEqual(['noticed'])
    leave()
    store.take([aFrame({ number: 3 })])
    later()
    expect(notices).toHaveLength(1)
  })
})

function setup() {
  const pages: number[] = []
  const notices: string[] = []
  const waiting: (() => void)[] = []
  let glances = 0
  let failing = false
  const runs: FrameRun[] = [{ from: 1, count: 1_000, state: 'pending' }]

  async function answer<Answer>(value: Answer): Promise<Answer> {
    const fails = failing
    failing = false
    if (fails) throw new TypeError('fetch failed')
    return value
  }
  const store = createFrameStore({
    overview() {
      glances += 1
      return answer(runs)
    },
    page({ from, limit }) {
      pages.push(from)
      return answer(framesFrom(from, limit))
    },
    later: (notice) => void waiting.push(notice),
  })
  return {
    store,
    pages,
    notices,
    glances: () => glances,
    failNext() {
      failing = true
    },
    later() {
      for (const notice of waiting.splice(0)) notice()
    },
    async here() {
      store.read(listed)
      await waitFor(() => expect(store.view().kind).toBe('here'))
    },
  }
}

function framesFrom(from: number, limit: number): RenderFrame[] {
  return Array.from({ length: limit }, (_, nth) =>
    aFrame({ number: from + nth, state: 'pending', sha256: null }),
  )
}
