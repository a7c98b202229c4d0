import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { createColorScheme } from '../lib/design/color-scheme.ts'
import { theme } from '../lib/design/theme.ts'
import { type Runtime, RuntimeProvider } from '../lib/runtime.tsx'
import { ToastArea } from '../lib/toasts/toast-area.tsx'
import type { AppRouter } from './router.tsx'

/** The whole page: runtime, query cache, theme, router, messages. */
export function App({ runtime, router }: { runtime: Runtime; router: AppRouter }) {
  const [colorScheme] = useState(() => createColorScheme(runtime.auth))
  return (
    <RuntimeProvider runtime={runtime}>
      <QueryClientProvider client={runtime.queryClient}>
        <MantineProvider theme={theme} colorSchemeManager={colorScheme} defaultColorScheme="light">
          <RouterProvider router={router} />
          <ToastArea />
        </MantineProvider>
      </QueryClientProvider>
    </RuntimeProvider>
  )
}
