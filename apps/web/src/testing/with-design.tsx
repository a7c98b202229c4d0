import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'

/** Renders a single component within the design provider; `show` replaces it. */
export function renderPart(part: ReactNode) {
  const withDesign = (shown: ReactNode) => <MantineProvider>{shown}</MantineProvider>
  const { rerender, ...view } = render(withDesign(part))
  return {
    ...view,
    user: userEvent.setup(),
    show: (next: ReactNode) => rerender(withDesign(next)),
  }
}
