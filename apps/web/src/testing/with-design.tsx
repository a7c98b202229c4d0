import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'

/** Draws a part by itself, with the design's provider around it; `show` draws it anew in its place. */
export function renderPart(part: ReactNode) {
  const withDesign = (shown: ReactNode) => <MantineProvider>{shown}</MantineProvider>
  const { rerender, ...view } = render(withDesign(part))
  return {
    ...view,
    user: userEvent.setup(),
    show: (next: ReactNode) => rerender(withDesign(next)),
  }
}
