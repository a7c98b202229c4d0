import type { RefObject } from 'react'

/** Whether a field may be focused automatically: on a touch screen, the on-screen keyboard would cover the page. */
export function hasKeyboard(): boolean {
  return window.matchMedia('(hover: hover)').matches
}

/** Moves the focus to a field after a press on a button that disappears and would lose it. */
export function keepFocus(field: RefObject<HTMLElement | null>): void {
  if (hasKeyboard()) field.current?.focus()
}
