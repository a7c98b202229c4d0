import type { MouseEvent } from 'react'

/**
 * Whether the row itself was clicked: not a link, button or field in it, and not a portal below it in React's tree
 * (such as a dialog opened by a button of the row).
 */
export function isRowPress(event: MouseEvent<HTMLElement>): boolean {
  const { target, currentTarget } = event
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  return target.closest('a, button, input, select, textarea, label') === null
}
