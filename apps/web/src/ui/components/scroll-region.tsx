import type { ComponentPropsWithRef } from 'react'

type ScrollRegionProps = ComponentPropsWithRef<'section'> & {
  /** Name of the content, for keyboard and screen reader users. */
  'aria-label': string
}

/** A box that scrolls on its own. It is focusable, so that the keyboard can scroll it. */
export function ScrollRegion(props: ScrollRegionProps) {
  return <section {...reachable} {...props} />
}

const reachable = { tabIndex: 0 } as const
