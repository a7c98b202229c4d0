import type { ComponentPropsWithRef } from 'react'

type ScrollRegionProps = ComponentPropsWithRef<'section'> & {
  /** What is in it, for people who reach it by keyboard without seeing it. */
  'aria-label': string
}

/** A box that scrolls on its own. It takes focus, because else the keyboard could not scroll it. */
export function ScrollRegion(props: ScrollRegionProps) {
  return <section {...reachable} {...props} />
}

const reachable = { tabIndex: 0 } as const
