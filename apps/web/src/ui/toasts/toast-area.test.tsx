import { act, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '../../testing/with-design.tsx'
import { ToastArea } from './toast-area.tsx'
import { createToasts } from './toasts.ts'

describe('toasts on screen', () => {
  it('are announced at once if they are errors, else politely', () => {
    const { toasts } = setup()
    act(() => {
      toasts.show({ type: 'error', message: 'It failed' })
      toasts.show({ type: 'success', message: 'It worked' })
      toasts.show({ type: 'warning', message: 'Ten minutes left' })
    })
    expect(screen.getByRole('alert').textContent).toBe('It failed')
    expect(screen.getByRole('status').textContent).toBe('It workedTen minutes left')
  })

  it('can be dismissed', async () => {
    const { toasts, user } = setup()
    act(() => toasts.show({ type: 'error', message: 'It failed' }))
    const error = within(screen.getByRole('alert'))
    await user.click(error.getByRole('button', { name: 'Dismiss message' }))
    expect(toasts.store.getState().toasts.map(({ phase }) => phase)).toEqual(['hiding'])
  })

  it('pause their timer while the pointer is over them', async () => {
    const { toasts, user, calls } = setup()
    act(() => toasts.show({ type: 'success', message: 'It worked' }))
    await user.hover(screen.getByText('It worked'))
    await user.unhover(screen.getByText('It worked'))
    expect(calls).toEqual(['paused', 'resumed'])
  })

  it('have a region on the page before the first one appears', () => {
    setup()
    expect(screen.getByRole('region', { name: 'Messages' })).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe('')
  })
})

function setup() {
  const calls: string[] = []
  const toasts = {
    ...createToasts(),
    pause: () => void calls.push('paused'),
    resume: () => void calls.push('resumed'),
  }
  const { user } = renderPart(<ToastArea toasts={toasts} />)
  return { toasts, user, calls }
}
