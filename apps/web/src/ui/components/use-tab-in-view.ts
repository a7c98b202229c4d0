import { type RefObject, useEffect, useRef } from 'react'

/** Keeps the selected tab of a scrolling tab list in view. Put the ref on the element around the list. */
export function useTabInView<List extends HTMLElement>(selected: string): RefObject<List | null> {
  const list = useRef<List>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is selected in the document by then
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-selected="true"], [aria-current="page"]')
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [selected])
  return list
}
