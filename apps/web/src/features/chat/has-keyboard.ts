/** Whether a field may be given the focus unasked: on a touch screen it would bring up keys over what is there to read. */
export function hasKeyboard(): boolean {
  return window.matchMedia('(hover: hover)').matches
}
