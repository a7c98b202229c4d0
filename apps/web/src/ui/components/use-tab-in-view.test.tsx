import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useTabInView } from './use-tab-in-view.ts'

const tabs = ['overview', 'logs', 'receipt']
const tabWidth = 100

it('centres the selected tab, at first and with each selection', () => {
  const { list, select } = setup({ width: 100, selected: 'receipt' })
  expect(list.scrollLeft).toBe(200)
  select('logs')
  expect(list.scrollLeft).toBe(100)
})

it('leaves the list where the user scrolled it until another tab is selected', () => {
  const { list, select } = setup({ width: 100, selected: 'receipt' })
  list.scrollLeft = 0
  select('receipt')
  expect(list.scrollLeft).toBe(0)
})

it('centres the selected tab again when the list becomes narrower', () => {
  const { list, resize } = setup({ width: 300, selected: 'receipt' })
  list.scrollLeft = 0
  resize(100)
  expect(list.scrollLeft).toBe(200)
})

it('watches the size of the list for as long as it is shown', () => {
  const { unmount } = setup({ width: 300, selected: 'receipt' })
  expect(observed.size).toBe(1)
  unmount()
  expect(observed.size).toBe(0)
})

const observed = new Map<ResizeObserver, () => void>()

beforeEach(() => {
  observed.clear()
  vi.stubGlobal(
    'ResizeObserver',
    class implements ResizeObserver {
      readonly #changed: () => void
      constructor(changed: () => void) {
        this.#changed = changed
      }
      observe(): void {
        observed.set(this, this.#changed)
      }
      unobserve(): void {
        observed.delete(this)
      }
      disconnect(): void {
        observed.delete(this)
      }
    },
  )
})

/** Renders a list of tabs of one width, in a layout that jsdom lacks. */
function setup({ width, selected }: { width: number; selected: string }) {
  const layout = { width }
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.role === 'tablist') return new DOMRect(0, 0, layout.width, 40)
    const before = tabs.indexOf(this.textContent) * tabWidth
    return new DOMRect(before - (this.parentElement?.scrollLeft ?? 0), 0, tabWidth, 40)
  })
  const { rerender, unmount } = render(<List selected={selected} />)
  return {
    list: screen.getByRole('tablist'),
    unmount,
    select: (name: string) => rerender(<List selected={name} />),
    resize(narrower: number) {
      layout.width = narrower
      for (const changed of observed.values()) changed()
    },
  }
}

function List({ selected }: { selected: string }) {
  const list = useTabInView<HTMLDivElement>(selected)
  return (
    <div role="tablist" ref={list}>
      {tabs.map((name) => (
        <button key={name} type="button" role="tab" aria-selected={name === selected}>
          {name}
        </button>
      ))}
    </div>
  )
}
