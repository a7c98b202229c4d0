import type { RefObject } from 'react'

/** Whether a field may be given the focus unasked: on a touch screen it would bring up keys over what is there to read. */
export function hasKeyboard(): boolean {
  return window.matchMedia('(hover: hover)').matches
}

/** Gives a field the focus where a button that was pressed goes away, and would take it with it. */
export function keepFocus(field: RefObject<HTMLElement | null>): void {
  if (hasKeyboard()) field.current?.focus()
}
