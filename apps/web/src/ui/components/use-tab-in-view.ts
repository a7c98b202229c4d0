import { type RefObject, useEffect, useRef } from 'react'

/** Keeps the selected tab of a scrolling tab list in view, also when the window narrows. Put the ref on the list. */
export function useTabInView<List extends HTMLElement>(selected: string): RefObject<List | null> {
  const list = useRef<List>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is selected in the document by then
  useEffect(() => centreSelected(list.current), [selected])
  useEffect(() => {
    const scroller = list.current
    if (scroller === null) return
    const watch = new ResizeObserver(() => centreSelected(scroller))
    watch.observe(scroller)
    return () => watch.disconnect()
  }, [])
  return list
}

/** Scrolls the list alone: a resize must not move the page away from what is being read. */
function centreSelected(list: HTMLElement | null): void {
  const tab = list?.querySelector('[aria-selected="true"], [aria-current="page"]')
  if (!list || !tab) return
  list.scrollLeft += middleOf(tab) - middleOf(list)
}

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}
