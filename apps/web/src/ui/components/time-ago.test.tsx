import { act, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderPart } from '../../testing/with-design.tsx'
import { StaleNote, TimeAgo } from './time-ago.tsx'

const noonMs = Date.parse('2026-11-21T12:00:00.000Z')

describe('a time', () => {
  it('updates while it is on screen', () => {
    const { pass } = setup(<TimeAgo at="2026-11-21T11:59:48.000Z" />)
    expect(screen.getByRole('time').textContent).toBe('12 s ago')
    pass(60_000)
    expect(screen.getByRole('time').textContent).toBe('1 min ago')
  })

  it('has the exact time in its tooltip and its datetime attribute', () => {
    setup(<TimeAgo at="2026-11-21T11:59:48.000Z" />)
    const time = screen.getByRole('time')
    expect(time.getAttribute('datetime')).toBe('2026-11-21T11:59:48.000Z')
    expect(time.title).toContain('2026')
  })

  it('shares one timer among all times on screen, and stops it afterwards', () => {
    const { show } = setup(
      <>
        <TimeAgo at="2026-11-21T11:59:48.000Z" />
        <TimeAgo at="2026-11-21T11:00:00.000Z" />
      </>,
    )
    expect(vi.getTimerCount()).toBe(1)
    show(null)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('the stale note', () => {
  it('is hidden while the machine was seen recently', () => {
    setup(<StaleNote lastSeenAt="2026-11-21T11:59:50.000Z" />)
    expect(screen.queryByText(/last seen/)).toBeNull()
  })

  it('appears once the machine has not been seen for a while', () => {
    const { pass } = setup(<StaleNote lastSeenAt="2026-11-21T11:59:50.000Z" />)
    pass(6_000)
    expect(screen.getByText(/last seen/).textContent).toBe('last seen 16 s ago')
  })

  it('shows that a machine has not connected yet', () => {
    setup(<StaleNote lastSeenAt={null} />)
    expect(screen.getByText('not connected yet')).toBeTruthy()
  })
})

/** Renders a page whose clock the test controls. */
function setup(part: ReactNode) {
  vi.useFakeTimers({ now: noonMs, toFake: ['Date', 'setInterval', 'clearInterval'] })
  const { show } = renderPart(part)
  return { show, pass: (ms: number) => act(() => void vi.advanceTimersByTime(ms)) }
}
