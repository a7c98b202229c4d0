/** Set on the document while announcements are shown; screens that fill the window subtract it. */
const property = '--gl-announcements'

/** Ref callback: passes the height of an element above the screens to the style sheets. */
export function reportHeight(element: HTMLElement | null) {
  if (element === null) return undefined
  const { style } = element.ownerDocument.documentElement
  const watch = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`))
  watch.observe(element)
  return () => {
    watch.disconnect()
    style.removeProperty(property)
  }
}
