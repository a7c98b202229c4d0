import { CatchBoundary } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { describe, expect, it } from 'vitest'
import { lazyPart, PartFailed } from './lazy-part.tsx'

describe('a lazy part', () => {
  it('shows its fallback while loading, then itself with its props', async () => {
    const { answer } = setup()
    expect(screen.getByText('on its way')).toBeTruthy()
    answer(Hello)
    expect(await screen.findByText('Hello Ada')).toBeTruthy()
  })

  it('is shown at once when it is already loaded', async () => {
    const { answer, show, asked } = setup()
    answer(Hello)
    await screen.findByText('Hello Ada')
    show()
    expect(screen.getAllByText('Hello Ada')).toHaveLength(2)
    expect(asked()).toBe(1)
  })

  it('reports a failure to its error boundary and loads again on retry', async () => {
    const { answer, fail, asked } = setup()
    fail()
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(asked()).toBe(2)
    answer(Hello)
    expect(await screen.findByText('Hello Ada')).toBeTruthy()
  })

  it('loads when shown after its preload failed', async () => {
    const { Lazy, answer, fail, show } = setup({ shown: 'later' })
    const early = Lazy.preload()
    fail()
    await expect(early).resolves.toBeUndefined()
    show()
    answer(Hello)
    expect(await screen.findByText('Hello Ada')).toBeTruthy()
  })
})

interface Named {
  name: string
}

function Hello({ name }: Named): ReactNode {
  return <p>Hello {name}</p>
}

function setup({ shown = 'now' }: { shown?: 'now' | 'later' } = {}) {
  const asks: PromiseWithResolvers<(props: Named) => ReactNode>[] = []
  const Lazy = lazyPart<Named>(
    () => {
      const ask = Promise.withResolvers<(props: Named) => ReactNode>()
      asks.push(ask)
      return ask.promise
    },
    (load) => load(),
  )
  const show = () =>
    render(
      <CatchBoundary getResetKey={() => 'same'} errorComponent={Failed}>
        <Suspense fallback="on its way">
          <Lazy name="Ada" />
        </Suspense>
      </CatchBoundary>,
    )
  if (shown === 'now') show()
  return {
    Lazy,
    show,
    asked: () => asks.length,
    answer: (part: (props: Named) => ReactNode) => asks.at(-1)?.resolve(part),
    fail: () => asks.at(-1)?.reject(new TypeError('Failed to fetch')),
  }
}

function Failed({ error, reset }: { error: unknown; reset: () => void }) {
  function retry(): void {
    if (error instanceof PartFailed) error.forget()
    reset()
  }
  return (
    <button type="button" onClick={retry}>
      Try again
    </button>
  )
}
