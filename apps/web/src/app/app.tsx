import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { type Runtime, RuntimeProvider } from '../api/runtime.tsx'
import { theme } from '../ui/design/theme.ts'
import { ShownErrorsProvider } from '../ui/toasts/shown-errors.tsx'
import { ToastArea } from '../ui/toasts/toast-area.tsx'
import { createColorScheme } from './color-scheme.ts'
import type { AppRouter } from './router.tsx'

/** The whole page: runtime, query cache, theme, router, toasts. */
export function App({ runtime, router }: { runtime: Runtime; router: AppRouter }) {
  const [colorScheme] = useState(() => createColorScheme(runtime.auth))
  return (
    <RuntimeProvider runtime={runtime}>
      <QueryClientProvider client={runtime.queryClient}>
        <MantineProvider theme={theme} colorSchemeManager={colorScheme} defaultColorScheme="auto">
          <ShownErrorsProvider shownErrors={runtime.shownErrors}>
            <RouterProvider router={router} />
          </ShownErrorsProvider>
          <ToastArea toasts={runtime.toasts} />
        </MantineProvider>
      </QueryClientProvider>
    </RuntimeProvider>
  )
}
