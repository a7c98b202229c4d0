import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { aLogLine } from '../../../testing/renter-samples.ts'
import type { LogView } from './log-buffer.ts'
import { LogViewer } from './log-viewer.tsx'

describe('the log viewer', () => {
  it('renders only the visible rows of a long log', () => {
    const { rows } = setup({ lines: 2_000 })
    expect(rows().length).toBeLessThan(120)
  })

  it('starts at the end and stays there as lines arrive', () => {
    const { element, show, rows } = setup({ lines: 500 })
    expect(element.scrollTop).toBe(500 * 20)
    show(600)
    expect(element.scrollTop).toBe(600 * 20)
    expect(rows().at(-1)?.textContent).toContain('line 600')
  })

  it('stays where the reader has scrolled to and counts new lines', () => {
    const { element, show, scrollTo, rows } = setup({ lines: 500 })
    scrollTo(1_000)
    show(503)
    expect(element.scrollTop).toBe(1_000)
    expect(screen.getByRole('button', { name: 'Jump to latest · 3 new lines' })).toBeTruthy()
    expect(rows().some((row) => row.textContent?.includes('line 51'))).toBe(true)
  })

  it('jumps to the end on request and follows again', () => {
    const { element, show, scrollTo } = setup({ lines: 500 })
    scrollTo(1_000)
    fireEvent.click(screen.getByRole('button', { name: 'Jump to latest' }))
    expect(element.scrollTop).toBe(500 * 20)
    expect(screen.queryByRole('button')).toBeNull()
    show(510)
    expect(element.scrollTop).toBe(510 * 20)
  })

  it('follows again once the reader has scrolled to the end', () => {
    const { scrollTo } = setup({ lines: 500 })
    scrollTo(1_000)
    scrollTo(500 * 20 - viewHeight)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('keeps the visible lines in place while old ones are dropped', () => {
    const { element, show, scrollTo } = setup({ lines: 500 })
    scrollTo(4_000)
    show(510, { dropped: 10 })
    expect(element.scrollTop).toBe(4_000 - 10 * 20)
  })

  it('marks every match of the search, ignoring case', () => {
    setup({ lines: 1, text: 'Error: no error', search: 'error' })
    const marks = screen.getAllByText(/^error$/i, { selector: 'mark' })
    expect(marks.map(({ textContent }) => textContent)).toEqual(['Error', 'error'])
    expect(screen.getByRole('log').textContent).toMatch(/Error: no error$/)
  })

  it('treats special characters of a search literally', () => {
    setup({ lines: 1, text: 'f(x) = 2.50', search: '(x)' })
    expect(screen.getByText('(x)', { selector: 'mark' })).toBeTruthy()
  })
})

const viewHeight = 400

function viewOf(last: number, { dropped = 0, text }: { dropped?: number; text?: string } = {}) {
  const lines = Array.from({ length: last - dropped }, (_, index) => {
    const number = dropped + index + 1
    return { ...aLogLine({ text: text ?? `line ${number}` }), number }
  })
  return { lines, dropped } satisfies LogView
}

interface Setup {
  lines: number
  text?: string
  search?: string
}

/** A viewer in a page without layout; its heights are set as a browser would measure them. */
function setup({ lines, text, search = '' }: Setup) {
  const drawn = (view: LogView) => (
    <MantineProvider>
      <LogViewer view={view} search={search} />
    </MantineProvider>
  )
  const heights = measured()
  const first = viewOf(lines, text === undefined ? {} : { text })
  heights.lines = lines
  const { rerender } = render(drawn(first))
  const element = screen.getByRole('log', { name: 'Log lines' })
  return {
    element,
    rows: () => [...(element.firstElementChild?.children ?? [])],
    show(last: number, more: { dropped?: number } = {}) {
      heights.lines = last - (more.dropped ?? 0)
      rerender(drawn(viewOf(last, more)))
    },
    scrollTo(top: number) {
      element.scrollTop = top
      fireEvent.scroll(element)
    },
  }
}

/** Mocks the heights of all elements for the duration of a test. */
function measured() {
  const heights = { lines: 0 }
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(() => heights.lines * 20)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(viewHeight)
  return heights
}
