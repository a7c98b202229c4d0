import { useCallback, useEffect, useRef, useState } from 'react'

/** As near to the end as counts as being there. */
const nearPx = 32

/**
 * Keeps a box of messages at its end while they grow and the reader is there. Whoever scrolls up is left alone until they
 * come back to the end, or ask for it. What stands in the place of messages is read from its beginning.
 */
export function useStickToEnd(holds: 'messages' | 'nothing') {
  const box = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [following, setFollowing] = useState(true)
  const stays = useRef(true)
  const lastTop = useRef(0)

  const follow = useCallback((next: boolean) => {
    stays.current = next
    setFollowing(next)
  }, [])

  const jumpToLatest = useCallback(() => {
    follow(true)
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [follow])

  useEffect(() => {
    if (content.current === null || holds === 'nothing') return
    const grown = new ResizeObserver(() => {
      if (stays.current && box.current) box.current.scrollTop = box.current.scrollHeight
    })
    grown.observe(content.current)
    return () => grown.disconnect()
  }, [holds])

  function onScroll(): void {
    const element = box.current
    if (element === null) return
    const { scrollTop, scrollHeight, clientHeight } = element
    const wentUp = scrollTop < lastTop.current
    lastTop.current = scrollTop
    if (scrollHeight - scrollTop - clientHeight <= nearPx) follow(true)
    else if (wentUp) follow(false)
  }

  /** The wheel is heard before the box moves: no text that comes meanwhile may pull it back. */
  function onWheel({ deltaY }: { deltaY: number }): void {
    const element = box.current
    if (deltaY < 0 && element && element.scrollHeight > element.clientHeight) follow(false)
  }

  return {
    box,
    content,
    following: following || holds === 'nothing',
    onScroll,
    onWheel,
    jumpToLatest,
  }
}
