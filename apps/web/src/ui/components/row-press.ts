import type { MouseEvent } from 'react'

/**
 * Whether a row itself was pressed: not a link, button or field in it, and nothing that only hangs
 * below it in React's tree (a dialog that a button in the row has opened).
 */
export function isRowPress(event: MouseEvent<HTMLElement>): boolean {
  const { target, currentTarget } = event
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  return target.closest('a, button, input, select, textarea, label') === null
}
