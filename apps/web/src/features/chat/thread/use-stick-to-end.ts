import { useCallback, useEffect, useRef, useState } from 'react'

/** The distance in pixels that still counts as being at the end. */
const nearPx = 32

/**
 * Keeps a box of messages scrolled to its end while they grow, unless the reader has scrolled up. Following resumes
 * when they scroll back to the end or jump to it. A placeholder without messages is shown from its start.
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

  /** Stops following before the wheel scrolls the box, so that text which arrives meanwhile cannot pull it back. */
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
