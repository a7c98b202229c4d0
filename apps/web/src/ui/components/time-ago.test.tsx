import { act, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderPart } from '../../testing/with-design.tsx'
import { StaleNote, TimeAgo } from './time-ago.tsx'

const noonMs = Date.parse('2026-11-21T12:00:00.000Z')

describe('a time', () => {
  it('moves by itself while it is looked at', () => {
    const { pass } = setup(<TimeAgo at="2026-11-21T11:59:48.000Z" />)
    expect(screen.getByRole('time').textContent).toBe('12 s ago')
    pass(60_000)
    expect(screen.getByRole('time').textContent).toBe('1 min ago')
  })

  it('says exactly when on hover, and to machines', () => {
    setup(<TimeAgo at="2026-11-21T11:59:48.000Z" />)
    const time = screen.getByRole('time')
    expect(time.getAttribute('datetime')).toBe('2026-11-21T11:59:48.000Z')
    expect(time.title).toContain('2026')
  })

  it('takes one timer for all that are on the screen, and none afterwards', () => {
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

describe('a note of silence', () => {
  it('is not there while the machine is heard', () => {
    setup(<StaleNote lastSeenAt="2026-11-21T11:59:50.000Z" />)
    expect(screen.queryByText(/last seen/)).toBeNull()
  })

  it('appears by itself once nothing has come for a while', () => {
    const { pass } = setup(<StaleNote lastSeenAt="2026-11-21T11:59:50.000Z" />)
    pass(6_000)
    expect(screen.getByText(/last seen/).textContent).toBe('last seen 16 s ago')
  })

  it('says so where nothing was ever heard', () => {
    setup(<StaleNote lastSeenAt={null} />)
    expect(screen.getByText('never seen')).toBeTruthy()
  })
})

/** A page whose clock the test moves. */
function setup(part: ReactNode) {
  vi.useFakeTimers({ now: noonMs, toFake: ['Date', 'setInterval', 'clearInterval'] })
  const { show } = renderPart(part)
  return { show, pass: (ms: number) => act(() => void vi.advanceTimersByTime(ms)) }
}
