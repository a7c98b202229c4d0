import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useTabInView } from './use-tab-in-view.ts'

it('scrolls the selected tab into view, at first and with each selection', () => {
  const scrolled: (string | null)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.textContent)
  })
  const { rerender } = render(<List selected="receipt" />)
  rerender(<List selected="receipt" />)
  rerender(<List selected="logs" />)
  expect(scrolled).toEqual(['receipt', 'logs'])
})

function List({ selected }: { selected: string }) {
  const list = useTabInView<HTMLDivElement>(selected)
  return (
    <div role="tablist" ref={list}>
      {['overview', 'logs', 'receipt'].map((name) => (
        <button key={name} type="button" role="tab" aria-selected={name === selected}>
          {name}
        </button>
      ))}
    </div>
  )
}
